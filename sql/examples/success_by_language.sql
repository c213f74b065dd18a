-- Success by the language of the ruling that is to be found, beside the share of that language among all candidates.
SELECT
    t.corpus,
    t.task,
    t.system,
    t.language,
    t.found,
    t.n,
    t.value AS success,
    c.value AS share_of_candidates
FROM language_success AS t
INNER JOIN language_success AS c USING (corpus, task, variant, system, language)
WHERE t.kind = 'target' AND c.kind = 'corpus'
ORDER BY ALL
