// HealthTesting
