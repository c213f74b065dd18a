-- What citations in the text give away: nDCG@10 before and after masking, with a paired test.
SELECT
    system,
    task,
    variant_before,
    variant_after,
    value_before,
    value_after,
    change,
    p_value,
    n
FROM leakage
WHERE measure = 'nDCG@10'
ORDER BY task, system, variant_before, variant_after
