-- What the citation graph finds beyond as many passages of the model alone.
SELECT
    corpus,
    task,
    system,
    direction,
    cutoff,
    n,
    round(mean_passages, 1) AS mean_passages,
    round(base_value, 3) AS base,
    round(graph_value, 3) AS graph,
    round(dense_value, 3) AS dense,
    round(lift, 3) AS lift
FROM graph_expansion
WHERE level = 'any_bge'
ORDER BY ALL
