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
 * Checks a store where nothing can be written, so that nobody can be kept away: as on a read-only
 * mount, which another place may have writable. What was found is only told when the store was the
 * same before and behind: files of two times do not fit each other; and files that are not listed
 * are no fault while somebody may have it open. Used by one thread, once.
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
   * @throws StoreInUseException when somebody changed it meanwhile
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
