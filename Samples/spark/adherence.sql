-- On which share of the days between the first and the last one each participant has worn a device that measures heart rate.
-- first_n and last_n are days since 1970.
WITH worn AS (
  SELECT participant, count(DISTINCT local_date) AS days
  FROM quantity
  WHERE type = 'HKQuantityTypeIdentifierHeartRate'
  GROUP BY participant
)
SELECT p.participant, coalesce(w.days, 0) AS worn, p.last_n - p.first_n + 1 AS span,
  round(coalesce(w.days, 0) / cast(p.last_n - p.first_n + 1 AS double), 3) AS share
FROM participants p LEFT JOIN worn w ON w.participant = p.participant
ORDER BY p.participant
