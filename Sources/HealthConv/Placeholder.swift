// HealthConv
