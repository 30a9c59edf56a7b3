// HealthUnits
