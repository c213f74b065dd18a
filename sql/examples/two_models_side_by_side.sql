-- How far two ways of running a model agree, here float32 and bfloat16 (enable both): the share of the first ten that
-- both rank, and of queries with the same first ten in the same order.
WITH tens AS (
    SELECT
        corpus,
        task,
        variant,
        query_id,
        system,
        list(candidate_id ORDER BY rank) AS first_ten
    FROM rankings
    WHERE system IN ('minilm', 'minilm-bf16') AND rank <= 10
    GROUP BY ALL
)

SELECT
    a.corpus,
    a.task,
    a.variant,
    count(*) AS queries,
    avg(len(list_intersect(a.first_ten, b.first_ten)) / len(a.first_ten)) AS shared,
    avg((a.first_ten = b.first_ten)::INTEGER) AS equal
FROM tens AS a
INNER JOIN tens AS b USING (corpus, task, variant, query_id)
WHERE a.system = 'minilm' AND b.system = 'minilm-bf16'
GROUP BY ALL
ORDER BY a.corpus, a.task
