-- One row per fair system and task: its measures and denominator, best first by `ordered_by`, whose interval is given:
-- nClue@10 for conjunctive queries, nDCG@10 for others. Shows the masked variant where a task has it. `few` says that the
-- queries are too few to trust a difference.
WITH shown AS (
    SELECT
        *,
        CASE variant WHEN 'masked' THEN 1 WHEN 'unnumbered' THEN 2 ELSE 3 END AS choice
    FROM metrics
    WHERE role = 'fair'
),

chosen AS (
    SELECT
        *,
        CASE
            WHEN bool_or(measure = 'nClue@10') OVER (PARTITION BY corpus, task) THEN 'nClue@10' ELSE 'nDCG@10'
        END AS ordered_by
    FROM shown
    QUALIFY choice = min(choice) OVER (PARTITION BY corpus, task)
)

SELECT
    c.corpus,
    c.task,
    c.variant,
    row_number() OVER (
        PARTITION BY c.corpus, c.task
        ORDER BY max(c.value) FILTER (WHERE c.measure = c.ordered_by) DESC, c.system
    ) AS place,
    c.system,
    c.ordered_by,
    max(c.value) FILTER (WHERE c.measure = 'nDCG@10') AS "nDCG@10",
    max(c.low) FILTER (WHERE c.measure = c.ordered_by) AS low,
    max(c.high) FILTER (WHERE c.measure = c.ordered_by) AS high,
    max(c.value) FILTER (WHERE c.measure = 'nClue@10') AS "nClue@10",
    max(c.value) FILTER (WHERE c.measure = 'GoldHit@10') AS "GoldHit@10",
    max(c.value) FILTER (WHERE c.measure = 'Success@10') AS "Success@10",
    max(c.value) FILTER (WHERE c.measure = 'AP@1000') AS "AP@1000",
    max(c.value) FILTER (WHERE c.measure = 'RR@1000') AS "RR@1000",
    any_value(c.n) AS n,
    any_value(c.clusters) AS clusters,
    any_value(c.few) AS few,
    any_value(c.run_id) AS run_id
FROM chosen AS c
GROUP BY c.corpus, c.task, c.variant, c.system, c.ordered_by
ORDER BY c.corpus, c.task, place
