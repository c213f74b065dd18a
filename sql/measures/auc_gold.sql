-- Share of pairs of a gold candidate and a subset of one query in which the gold stands above, to rank k. Candidates
-- that are not ranked tie with one another, below all that are; a tie counts one half (Mann and Whitney 1947). A query
-- without a gold or without a subset has no pair, and no row.
WITH placed AS (
    SELECT
        j.task,
        j.variant,
        j.query_id,
        r.is_gold,
        coalesce(h.rank, $cutoff + 1) AS rank
    FROM judged AS j
    INNER JOIN qrels AS r ON j.task = r.task AND j.query_id = r.query_id
    LEFT JOIN hits AS h
        ON
            j.task = h.task AND j.variant = h.variant AND j.query_id = h.query_id
            AND r.candidate_id = h.candidate_id AND h.rank <= $cutoff
    WHERE r.grade > 0
),

-- A candidate's mean place among equals turns the count of pairs into a sum of places.
ordered AS (
    SELECT
        *,
        rank() OVER by_rank + (count(*) OVER equals - 1) / 2 AS place
    FROM placed
    WINDOW
        by_rank AS (PARTITION BY task, variant, query_id ORDER BY rank),
        equals AS (PARTITION BY task, variant, query_id, rank)
),

summed AS (
    SELECT
        task,
        variant,
        query_id,
        count(*) FILTER (WHERE is_gold) AS golds,
        count(*) FILTER (WHERE NOT is_gold) AS subsets,
        sum(place) FILTER (WHERE is_gold) AS places
    FROM ordered
    GROUP BY task, variant, query_id
)

SELECT
    task,
    variant,
    query_id,
    1 - (places - golds * (golds + 1) / 2) / (golds * subsets) AS value
FROM summed
WHERE golds > 0 AND subsets > 0
