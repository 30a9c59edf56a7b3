#if PostgreSQL
  import CLibPQ
  import HealthStore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// libpq is not linked: with the twenty libraries that it needs itself, it would take as long at each start as all
  /// else of the program does, whatever it is asked for.
  extension LibPQ {
    /// The functions of libpq, which is loaded when they are asked for first.
    ///
    /// - Throws: `StoreError`: `.notFound` where there is no libpq.
    static var loaded: LibPQ {
      get throws(StoreError) { try shared.get() }
    }

    private static let shared = Result { () throws(StoreError) in try LibPQ(names) }

    /// What it may be called, the version that all know first.
    private static let names = [
      "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "libpq.so",
      "libpq.dylib",
    ]

    /// Loads a library for good.
    ///
    /// - Parameter names: What it may be called.
    /// - Throws: `StoreError`: `.notFound` if there is none, or not all that is used of it.
    init(_ names: [String]) throws(StoreError) {
      self.init()
      guard let library = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first
      else { throw Self.missing("cannot be loaded") }
      if let name = unsafe LibPQFind(&self, library) {
        throw Self.missing("has no function '\(unsafe String(cString: name))'")
      }
    }

    private static func missing(_ reason: String) -> StoreError {
      StoreError(
        .notFound, "postgres:",
        "libpq, PostgreSQL's own library, \(reason); on Debian and Ubuntu it is the package libpq5")
    }
  }
#endif
