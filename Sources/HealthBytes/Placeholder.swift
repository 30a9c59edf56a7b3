// HealthBytes
