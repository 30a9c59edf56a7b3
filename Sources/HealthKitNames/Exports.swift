// One import is enough, also for programs that are built with `MemberImportVisibility`: the types that HealthKit's names
// are other names of.
@_exported public import struct HealthModel.CategoryType
@_exported public import struct HealthModel.CharacteristicType
@_exported public import struct HealthModel.CorrelationType
@_exported public import struct HealthModel.QuantityType
@_exported public import struct HealthStatistics.StatisticsOptions
@_exported public import struct HealthUnits.HealthUnit
@_exported public import struct HealthUnits.Quantity
