-- One row per query that the task judges, in every variant it has; the denominator of every measure.
SELECT
    q.task,
    q.variant,
    q.query_id,
    count(*) AS relevant
FROM queries AS q
INNER JOIN qrels AS r ON q.task = r.task AND q.query_id = r.query_id
WHERE r.grade > 0
GROUP BY ALL
