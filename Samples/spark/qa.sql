-- What of each participant there is to look at: exports that could not be read, gaps, findings. Made of the small tables
-- about the study alone.
WITH states AS (
  SELECT participant,
    sum(CASE WHEN status = 'ok' THEN 1 ELSE 0 END) AS ok,
    sum(CASE WHEN status = 'quarantined' THEN 1 ELSE 0 END) AS quarantined,
    max(rule) AS rule
  FROM exports
  GROUP BY participant
), types AS (
  SELECT participant, count(DISTINCT type) AS types FROM coverage GROUP BY participant
), errors AS (
  SELECT participant, sum(count) AS errors FROM findings WHERE severity = 'error' GROUP BY participant
)
SELECT s.participant, s.ok, s.quarantined, s.rule, p.first, p.last, p.days, p.longest_gap, p.samples,
  coalesce(t.types, 0) AS types, coalesce(e.errors, 0) AS errors
FROM states s
  LEFT JOIN participants p ON p.participant = s.participant
  LEFT JOIN types t ON t.participant = s.participant
  LEFT JOIN errors e ON e.participant = s.participant
ORDER BY s.participant
