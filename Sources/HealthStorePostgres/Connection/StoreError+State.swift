#if PostgreSQL
  import HealthStore

  extension StoreError {
    /// Why a server did not do something.
    init(isConnected: Bool, store: String, _ rows: Rows?) {
      if isConnected {
        self.init(state: rows?.state ?? "", store: store, words: rows?.message ?? "")
      } else {
        self.init(.disconnected, store, "the connection to the server was lost")
      }
    }

    /// Maps SQLSTATE codes to errors.
    ///
    /// - Parameter words: The server's message in one line. Left out where it may contain values.
    init(state: String, store: String, words: String) {
      let reason: (code: Code, message: String) =
        switch state {
        case "53100": (.full, "the server's disk is full; nothing was saved")
        case "53400":
          (.full, "the server has no space for more temporary data; nothing was saved: \(words)")
        case "55P03", "40001", "40P01":
          (.busy, "another program is writing to the store; try again later")
        case "25006": (.readOnly, "the server does not allow writing here: \(words)")
        case "42501": (.readOnly, "the user of this connection lacks a permission: \(words)")
        case "XX001", "XX002": (.damaged, "the server reports damaged files: \(words)")
        case "57P01", "57P02", "57P03", "25P03": (.disconnected, "the server ended the connection")
        case let state where state.hasPrefix("08"):
          (.disconnected, "the connection to the server was lost")
        case let state where state.hasPrefix("22") || state.hasPrefix("23"):
          (.failed, "the server refused what was saved (SQLSTATE \(state))")
        default: (.failed, "the server refused (SQLSTATE \(state)): \(words)")
        }
      self.init(reason.code, store, reason.message)
    }
  }
#endif
