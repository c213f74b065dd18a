-- Success@k: 1 when a relevant candidate is among the first k.
SELECT
    j.task,
    j.variant,
    j.query_id,
    CASE WHEN min(h.rank) <= $cutoff THEN 1 ELSE 0 END::DOUBLE AS value
FROM judged AS j
LEFT JOIN hits AS h ON j.task = h.task AND j.variant = h.variant AND j.query_id = h.query_id
GROUP BY ALL
