// The types behind the typealiases: with them, one import is enough for programs that are built with
// `MemberImportVisibility`, too.
@_exported public import struct HealthModel.CategoryType
@_exported public import struct HealthModel.CharacteristicType
@_exported public import struct HealthModel.CorrelationType
@_exported public import struct HealthModel.QuantityType
@_exported public import struct HealthStatistics.StatisticsOptions
@_exported public import struct HealthUnits.HealthUnit
@_exported public import struct HealthUnits.Quantity
