-- Conjunctive queries: how often a gold is found, how often its pages bear it out, and the gap, by system and form.
SELECT
    m.corpus,
    m.task,
    m.system,
    s.title,
    max(m.value) FILTER (WHERE m.measure = 'nClue@10') AS nclue,
    max(m.value) FILTER (WHERE m.measure = 'GoldHit@10') AS found,
    max(m.value) FILTER (WHERE m.measure = 'Gold+Support@10') AS borne_out,
    found - borne_out AS gap,
    max(m.n) AS n
FROM metrics AS m
INNER JOIN systems AS s USING (system)
WHERE m.role = 'fair'
GROUP BY ALL
HAVING borne_out IS NOT NULL
ORDER BY m.corpus, m.task, borne_out DESC, m.system
