package io.rowandb.engine.care;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.StoreInUseException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks a store on a disk that cannot be written, such as a read-only mount. There it cannot take
 * a lock, and the store may be mounted writable elsewhere. Findings count only if the store was the
 * same before and after the check, since files of two different times do not fit together. Unlisted
 * files are no fault, because another process may have the store open. Used by one thread, once.
 */
final class UnlockedCheck implements CheckListener {
  private final FileSystem fileSystem;
  private final Path directory;
  private final CheckListener listener;
  private final List<Finding> findings = new ArrayList<>();

  UnlockedCheck(FileSystem fileSystem, Path directory, CheckListener listener) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.listener = listener;
  }

  /**
   * Checks.
   *
   * @throws StoreInUseException when it was changed meanwhile
   */
  CheckReport run() throws IOException {
    List<String> before = traces();
    Closing checking = new Closing();
    CheckReport[] report = new CheckReport[1];
    boolean mayBeOpen = fileSystem.exists(directory.resolve(Manifest.OWNER_NAME));
    checking.run(
        () -> report[0] = new DatabaseCheck(fileSystem, directory, this, mayBeOpen).check());
    if (!traces().equals(before)) {
      throw StoreInUseException.changing(directory);
    }
    checking.rethrow();
    findings.forEach(listener::found);
    return report[0];
  }

  /** What each change of a store leaves: longer, or other, logs and manifests. */
  private List<String> traces() throws IOException {
    List<Path> files = new ArrayList<>(List.of(directory.resolve(Manifest.NAME)));
    files.add(directory.resolve(Manifest.OWNER_NAME));
    Path log = new StoreLayout(fileSystem, directory).logDirectory();
    if (fileSystem.isDirectory(log)) {
      files.addAll(fileSystem.list(log));
    }
    List<String> traces = new ArrayList<>();
    for (Path file : files) {
      traces.add(file + (fileSystem.exists(file) ? " " + fileSystem.size(file) : ""));
    }
    return traces;
  }

  @Override
  public void found(Finding finding) {
    findings.add(finding);
  }

  @Override
  public void progressed(long rows, long bytes, long allBytes) {
    listener.progressed(rows, bytes, allBytes);
  }
}
