-- Ranks run 1, 2, 3 … without gap, by falling score, ties by candidate_id descending in byte order.
SELECT
    system,
    task,
    variant,
    query_id,
    "rank",
    candidate_id
FROM rankings
WINDOW list AS (PARTITION BY system, task, variant, query_id ORDER BY "rank")
QUALIFY
    "rank" <> row_number() OVER list
    OR score > lag(score) OVER list
    OR (score = lag(score) OVER list AND candidate_id >= lag(candidate_id) OVER list)
LIMIT 100
