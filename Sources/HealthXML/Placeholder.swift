// HealthXML
