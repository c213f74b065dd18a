-- Passages of the corpus that others cite most.
SELECT c.target_passage_id, count(DISTINCT c.passage_id) AS cited_by, any_value(left(p.text, 120)) AS opening
FROM citations AS c
INNER JOIN passages AS p ON c.target_passage_id = p.passage_id
WHERE NOT c.is_self
GROUP BY c.target_passage_id
ORDER BY cited_by DESC, c.target_passage_id
LIMIT 20
