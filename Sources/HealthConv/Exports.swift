// One import is enough for those who use the library: what its signatures speak of comes with it.
@_exported public import HealthBytes
@_exported public import HealthFormats
@_exported public import HealthModel
@_exported public import HealthStatistics
@_exported public import HealthStore
@_exported public import HealthUnits
@_exported public import HealthValidation
