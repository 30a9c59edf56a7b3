-- Steps of each participant and day. A watch and a phone count the same steps: of each day, the source with the most counts.
-- 'healthconv stats' merges sources by time instead.
WITH sources AS (
  SELECT participant, local_date, source, sum(value) AS steps
  FROM quantity
  WHERE type = 'HKQuantityTypeIdentifierStepCount' AND coalesce(nested, 'nestedOnly') = 'nestedOnly'
  GROUP BY participant, local_date, source
)
SELECT participant, local_date AS day, max(steps) AS steps
FROM sources
GROUP BY participant, local_date
ORDER BY participant, local_date
