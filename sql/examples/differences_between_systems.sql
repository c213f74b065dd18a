-- Every pair of systems, its difference in nDCG@10, and its tests: alone and corrected for all pairs. The variant is
-- the masked one where there is one.
SELECT
    corpus,
    task,
    system,
    other,
    round(difference, 3) AS difference,
    format('{:.3f} to {:.3f}', low, high) AS "95 %",
    round(p_value, 4) AS p_value,
    round(p_adjusted, 4) AS p_adjusted,
    n,
    families,
    few
FROM system_comparisons
WHERE measure = 'nDCG@10' AND variant IN ('masked', 'original')
QUALIFY variant = min(variant) OVER (PARTITION BY corpus, task)
ORDER BY p_adjusted, corpus, task, system, other
