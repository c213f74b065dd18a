-- GoldHit@k: 1 when a candidate that answers the query in full is among the first k, else 0.
SELECT
    j.task,
    j.variant,
    j.query_id,
    coalesce(bool_or(h.is_gold) FILTER (WHERE h.rank <= $cutoff), FALSE)::DOUBLE AS value
FROM judged AS j
LEFT JOIN hits AS h ON j.task = h.task AND j.variant = h.variant AND j.query_id = h.query_id
GROUP BY ALL
