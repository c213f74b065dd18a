-- nDCG@k with linear gain and discount log2(rank + 1) (Järvelin and Kekäläinen 2002, as trec_eval computes it).
WITH best AS (
    SELECT
        task,
        query_id,
        sum(grade / log2(rank + 1) ORDER BY rank) AS gain
    FROM ideal
    WHERE rank <= $cutoff
    GROUP BY task, query_id
),

reached AS (
    SELECT
        task,
        variant,
        query_id,
        sum(grade / log2(rank + 1) ORDER BY rank) AS gain
    FROM hits
    WHERE rank <= $cutoff
    GROUP BY task, variant, query_id
)

SELECT
    j.task,
    j.variant,
    j.query_id,
    coalesce(r.gain, 0.0) / b.gain AS value
FROM judged AS j
INNER JOIN best AS b ON j.task = b.task AND j.query_id = b.query_id
LEFT JOIN reached AS r ON j.task = r.task AND j.variant = r.variant AND j.query_id = r.query_id
