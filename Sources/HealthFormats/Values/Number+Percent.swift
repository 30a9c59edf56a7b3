import HealthModel

extension Number {
  /// A fraction as a percentage. The product of zero would have a power of ten, which is printed as `000`.
  var percentage: Number? { digits == 0 ? Number(0) : multiplied(by: Number(100)) }
}
