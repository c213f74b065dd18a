-- How often each system finds the cited consideration, the ruling, or at least the article, by who asks. Queries whose
-- rulings the corpus lacks are left out of the share.
SELECT
    corpus,
    task,
    system,
    level,
    max(value_reachable) FILTER (WHERE cutoff = 1) AS "Success@1",
    max(value_reachable) FILTER (WHERE cutoff = 5) AS "Success@5",
    max(value_reachable) FILTER (WHERE cutoff = 10) AS "Success@10",
    max(value_reachable) FILTER (WHERE cutoff = 100) AS "Success@100",
    any_value(n_reachable) AS queries
FROM match_success
GROUP BY corpus, task, system, level
ORDER BY corpus, task, level, system
