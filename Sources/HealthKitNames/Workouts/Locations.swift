public import Foundation
import HealthFoundation
import HealthModel

// The types of Core Location that routes need, on systems without Core Location.

#if canImport(CoreLocation)
  @_exported public import CoreLocation
#else
  /// Degrees.
  public typealias CLLocationDegrees = Double
  /// Meters.
  public typealias CLLocationDistance = Double
  /// Meters.
  public typealias CLLocationAccuracy = Double
  /// Meters per second.
  public typealias CLLocationSpeed = Double
  /// Degrees clockwise from north.
  public typealias CLLocationDirection = Double

  /// A place on the globe.
  public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north.
    public var latitude: CLLocationDegrees
    /// Degrees east.
    public var longitude: CLLocationDegrees

    /// A place.
    public init(latitude: CLLocationDegrees = 0, longitude: CLLocationDegrees = 0) {
      (self.latitude, self.longitude) = (latitude, longitude)
    }
  }

  /// A place at a time. Accuracies, course and speed are negative where they are unknown.
  public final class CLLocation: Sendable {
    /// The place.
    public let coordinate: CLLocationCoordinate2D
    /// Meters above sea level.
    public let altitude: CLLocationDistance
    /// Meters.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Meters.
    public let verticalAccuracy: CLLocationAccuracy
    /// Degrees clockwise from north.
    public let course: CLLocationDirection
    /// Meters per second.
    public let speed: CLLocationSpeed
    /// When it was measured.
    public let timestamp: Date

    /// A place now.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
      self.init(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
        horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    /// A place at a time.
    public init(
      coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
      horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
      course: CLLocationDirection = -1, speed: CLLocationSpeed = -1, timestamp: Date
    ) {
      (self.coordinate, self.altitude) = (coordinate, altitude)
      (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
      (self.course, self.speed, self.timestamp) = (course, speed, timestamp)
    }
  }
#endif

extension CLLocation {
  convenience init(_ point: RouteLocation) {
    self.init(
      coordinate: CLLocationCoordinate2D(
        latitude: point.latitude?.doubleValue ?? 0, longitude: point.longitude?.doubleValue ?? 0),
      altitude: point.altitude?.doubleValue ?? 0,
      horizontalAccuracy: point.horizontalAccuracy?.doubleValue ?? -1,
      verticalAccuracy: point.verticalAccuracy?.doubleValue ?? -1,
      course: point.course?.doubleValue ?? -1, speed: point.speed?.doubleValue ?? -1,
      timestamp: Date(point.date ?? .unknown))
  }

  var point: RouteLocation {
    var point = RouteLocation()
    point.date = Timestamp(timestamp)
    point.latitude = Number(coordinate.latitude)
    point.longitude = Number(coordinate.longitude)
    point.altitude = Number(altitude)
    point.horizontalAccuracy = Number(horizontalAccuracy)
    point.verticalAccuracy = Number(verticalAccuracy)
    point.course = Number(course)
    point.speed = Number(speed)
    return point
  }
}
