// HealthFormats
