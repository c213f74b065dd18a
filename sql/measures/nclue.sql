-- nClue@k: 1 when a gold candidate is among the first k and no judged subset stands above it (complete first), else 0.
SELECT
    j.task,
    j.variant,
    j.query_id,
    coalesce(arg_min(h.is_gold, h.rank) FILTER (WHERE h.rank <= $cutoff), FALSE)::DOUBLE AS value
FROM judged AS j
LEFT JOIN hits AS h ON j.task = h.task AND j.variant = h.variant AND j.query_id = h.query_id
GROUP BY ALL
