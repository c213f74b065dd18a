-- Masked queries whose relevant passages no system found among the first ten, with their text.
SELECT m.task, m.query_id, q.text
FROM query_metrics AS m
INNER JOIN queries AS q USING (corpus, task, variant, query_id)
WHERE m.variant = 'masked' AND m.measure = 'Success@10'
GROUP BY ALL
HAVING max(m.value) = 0
ORDER BY m.task, m.query_id
LIMIT 20
