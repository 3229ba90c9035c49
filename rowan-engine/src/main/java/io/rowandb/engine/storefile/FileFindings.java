package io.rowandb.engine.storefile;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Passes on the findings in one file, each once, and only counts those beyond a limit. Used by one
 * thread.
 */
final class FileFindings {
  /**
   * Enough to see what happened to a file; a file of which every block is bad would fill a disk.
   */
  private static final int MAX_FINDINGS = 50;

  private final Path path;
  private final Consumer<Finding> target;
  private final Set<Finding> seen = new HashSet<>();
  private long more;

  FileFindings(Path path, Consumer<Finding> target) {
    this.path = path;
    this.target = target;
  }

  void error(long offset, String what) {
    add(Finding.error(path, offset, what));
  }

  void add(CorruptFileException damage) {
    add(Finding.of(path, damage));
  }

  void add(IOException failure) {
    add(Finding.of(path, failure));
  }

  private void add(Finding finding) {
    if (seen.contains(finding)) {
      return;
    }
    if (seen.size() < MAX_FINDINGS) {
      seen.add(finding);
      target.accept(finding);
    } else {
      more++;
    }
  }

  /** How many there were. */
  long count() {
    return seen.size() + more;
  }

  /** Tells how many were left out. */
  void finish() {
    if (more > 0) {
      target.accept(Finding.error(path, Finding.WHOLE, more + " more findings in this file"));
    }
  }
}
