-- AP@k: sum of the precisions at the ranks of the relevant candidates among the first k, over all relevant ones.
SELECT
    j.task,
    j.variant,
    j.query_id,
    coalesce(
        sum(h.found / h.rank ORDER BY h.rank) FILTER (WHERE h.rank <= $cutoff), 0.0
    ) / any_value(j.relevant) AS value
FROM judged AS j
LEFT JOIN hits AS h ON j.task = h.task AND j.variant = h.variant AND j.query_id = h.query_id
GROUP BY j.task, j.variant, j.query_id
