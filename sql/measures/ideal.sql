-- One row per relevant candidate at the rank that the ideal order gives it.
SELECT
    task,
    query_id,
    grade,
    row_number() OVER (PARTITION BY task, query_id ORDER BY grade DESC, candidate_id) AS rank
FROM qrels
WHERE grade > 0
