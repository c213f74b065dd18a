-- How far matches lie below passages that do not match, by the language of the ruling that is to be found.
SELECT
    corpus,
    task,
    system,
    target_language,
    match_class,
    n,
    round(max(cohens_d) FILTER (WHERE against = 'miss'), 3) AS d_against_miss,
    round(max(cohens_d) FILTER (WHERE against = 'miss_or_article_law'), 3) AS d_against_miss_or_article_law
FROM distance_separation
GROUP BY ALL
ORDER BY ALL
