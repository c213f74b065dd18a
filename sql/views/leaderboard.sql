-- One row per fair system and task: its measures with interval and denominator, best first by nDCG@10. Shows the
-- masked variant where a task has it. `few` says that the queries are too few to trust a difference.
WITH shown AS (
    SELECT
        *,
        CASE variant WHEN 'masked' THEN 1 WHEN 'unnumbered' THEN 2 ELSE 3 END AS choice
    FROM metrics
    WHERE role = 'fair'
),

chosen AS (
    SELECT *
    FROM shown
    QUALIFY choice = min(choice) OVER (PARTITION BY corpus, task)
)

SELECT
    c.corpus,
    c.task,
    c.variant,
    row_number() OVER (
        PARTITION BY c.corpus, c.task
        ORDER BY max(c.value) FILTER (WHERE c.measure = 'nDCG@10') DESC, c.system
    ) AS place,
    c.system,
    max(c.value) FILTER (WHERE c.measure = 'nDCG@10') AS "nDCG@10",
    max(c.low) FILTER (WHERE c.measure = 'nDCG@10') AS low,
    max(c.high) FILTER (WHERE c.measure = 'nDCG@10') AS high,
    max(c.value) FILTER (WHERE c.measure = 'Success@10') AS "Success@10",
    max(c.value) FILTER (WHERE c.measure = 'AP@1000') AS "AP@1000",
    max(c.value) FILTER (WHERE c.measure = 'RR@1000') AS "RR@1000",
    any_value(c.n) AS n,
    any_value(c.clusters) AS clusters,
    any_value(c.few) AS few,
    any_value(c.run_id) AS run_id
FROM chosen AS c
GROUP BY c.corpus, c.task, c.variant, c.system
ORDER BY c.corpus, c.task, place
