-- The leaderboard, best system first in every task, by the measure that orders it.
SELECT
    corpus,
    task,
    place,
    system,
    ordered_by,
    round(if(ordered_by = 'nClue@10', "nClue@10", "nDCG@10"), 3) AS value,
    round(low, 3) AS low,
    round(high, 3) AS high,
    n,
    few
FROM leaderboard
ORDER BY corpus, task, place
