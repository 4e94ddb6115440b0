// SPDX-License-Identifier: MIT

/// Metadata that the caller lends to traces whose own cannot be used.
struct LentMetadata {
  /// The file.
  let path: String
  let trace: TraceClass

  /// Reads the metadata at a path.
  ///
  /// - Parameter path: A `metadata` file, or a folder with a trace in or below it: the first
  ///   that can be read lends.
  /// - Throws: `CTFError` if there is none.
  init(_ path: String) throws(CTFError) {
    guard Folder.isFolder(path) else {
      self.path = path
      trace = try MetadataFile(path).trace
      return
    }
    var firstError: CTFError?
    for folder in try Discovery([path]).folders {
      let file = folder + "/metadata"
      do throws(CTFError) {
        trace = try MetadataFile(file).trace
        self.path = file
        return
      } catch {
        firstError = firstError ?? error
      }
    }
    throw firstError
      ?? CTFError(.noTrace, "no folder here has a 'metadata' file", place: .init(path: path))
  }
}
