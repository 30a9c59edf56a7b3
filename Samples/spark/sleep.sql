-- Hours asleep of each participant and night. A night is from noon to noon and has the date on which it begins; of several
-- sources, the one with the most hours counts. start_s and end_s are seconds since 1970.
WITH sources AS (
  SELECT participant, source,
    cast(floor((start_s + startOffset * 60 - 43200) / 86400) AS int) AS night,
    sum(end_s - start_s) / 3600 AS hours
  FROM category
  WHERE type = 'HKCategoryTypeIdentifierSleepAnalysis' AND value LIKE '%Asleep%'
    AND coalesce(nested, 'nestedOnly') = 'nestedOnly'
  GROUP BY participant, source, night
)
SELECT participant, DATE '1970-01-01' + night AS night, max(hours) AS hours
FROM sources
GROUP BY participant, night
ORDER BY participant, night
