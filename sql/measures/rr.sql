-- RR@k: 1 / rank of the first relevant candidate among the first k, else 0.
SELECT
    j.task,
    j.variant,
    j.query_id,
    CASE WHEN min(h.rank) <= $cutoff THEN 1 / min(h.rank) ELSE 0 END::DOUBLE AS value
FROM judged AS j
LEFT JOIN hits AS h ON j.task = h.task AND j.variant = h.variant AND j.query_id = h.query_id
GROUP BY ALL
