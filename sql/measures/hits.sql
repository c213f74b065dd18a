-- One row per relevant candidate that was ranked. Ranks were fixed when the ranking was written.
SELECT
    k.task,
    k.variant,
    k.query_id,
    k.rank,
    r.grade,
    row_number() OVER (PARTITION BY k.task, k.variant, k.query_id ORDER BY k.rank) AS found
FROM rankings AS k
INNER JOIN qrels AS r ON k.task = r.task AND k.query_id = r.query_id AND k.candidate_id = r.candidate_id
WHERE r.grade > 0
