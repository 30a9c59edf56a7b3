#if PostgreSQL
  import CHealthLibPQ
  import HealthStore
  import LibC

  /// libpq is loaded at run time instead of linked: with the twenty libraries that it depends on, linking would double
  /// the start time of every command.
  extension LibPQ {
    /// The functions of libpq, which is loaded at their first use.
    ///
    /// - Throws: `StoreError`: `.notFound` where there is no libpq.
    static var loaded: LibPQ {
      get throws(StoreError) { try shared.get() }
    }

    private static let shared = Result { () throws(StoreError) in try LibPQ(names) }

    /// The possible names of the library, the most common version first.
    private static let names = [
      "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "libpq.so",
      "libpq.dylib",
    ]

    /// Loads a library for good.
    ///
    /// - Throws: `StoreError`: `.notFound` if the library or one of its functions is missing.
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
