// HealthModel
