-- No query lists a candidate twice.
SELECT
    system,
    task,
    variant,
    query_id,
    candidate_id
FROM rankings
GROUP BY ALL
HAVING count(*) > 1
LIMIT 100
