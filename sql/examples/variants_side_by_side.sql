-- How much of the score the printed citations give away: nDCG@10 of the same queries, unmasked and masked.
PIVOT (SELECT system, task, variant, value FROM metrics WHERE measure = 'nDCG@10')
ON variant USING max(value)
ORDER BY task, system
