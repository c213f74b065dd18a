-- nDCG@k over gold candidates alone, each with gain 1; a subset gains nothing.
WITH gold AS (
    SELECT
        task,
        query_id,
        count(*) AS candidates
    FROM qrels
    WHERE is_gold
    GROUP BY task, query_id
),

best AS (
    SELECT
        task,
        query_id,
        list_sum([1 / log2(place + 1) FOR place IN range(1, least(candidates, $cutoff) + 1)]) AS gain
    FROM gold
),

reached AS (
    SELECT
        task,
        variant,
        query_id,
        sum(1 / log2(rank + 1) ORDER BY rank) AS gain
    FROM hits
    WHERE rank <= $cutoff AND is_gold
    GROUP BY task, variant, query_id
)

SELECT
    j.task,
    j.variant,
    j.query_id,
    coalesce(r.gain / b.gain, 0.0) AS value
FROM judged AS j
LEFT JOIN best AS b ON j.task = b.task AND j.query_id = b.query_id
LEFT JOIN reached AS r ON j.task = r.task AND j.variant = r.variant AND j.query_id = r.query_id
