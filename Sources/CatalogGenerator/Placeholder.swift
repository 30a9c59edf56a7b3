// CatalogGenerator
