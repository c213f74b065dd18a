-- The leaderboard, best system first in every task.
SELECT corpus, task, place, system, round("nDCG@10", 3) AS ndcg, n, few
FROM leaderboard
ORDER BY corpus, task, place
