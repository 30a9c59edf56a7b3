/// The name of the program in reports and messages.
package enum Program {
  /// Its name.
  public static let name = "healthconv"
  /// Its version.
  public static let version = "0.1.0"
}
