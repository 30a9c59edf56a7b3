/// What reports and messages call the program.
public enum Program {
  /// Its name.
  public static let name = "healthconv"
  /// Its version.
  public static let version = "0.1.0"
}
