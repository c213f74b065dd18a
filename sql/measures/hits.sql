-- One row per relevant candidate that was ranked. Ranks were fixed when the ranking was written.
-- Most ranked rows name a candidate that no query needs: they go before the join, by one column instead of three.
WITH needed AS MATERIALIZED (
    SELECT
        task,
        variant,
        query_id,
        candidate_id,
        rank
    FROM rankings
    WHERE candidate_id IN (SELECT candidate_id FROM qrels WHERE grade > 0)
)

SELECT
    k.task,
    k.variant,
    k.query_id,
    k.candidate_id,
    k.rank,
    r.grade,
    r.is_gold,
    row_number() OVER (PARTITION BY k.task, k.variant, k.query_id ORDER BY k.rank) AS found
FROM needed AS k
INNER JOIN qrels AS r ON k.task = r.task AND k.query_id = r.query_id AND k.candidate_id = r.candidate_id
WHERE r.grade > 0
