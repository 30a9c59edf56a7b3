// HealthGenerator
