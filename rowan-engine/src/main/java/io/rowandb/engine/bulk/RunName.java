package io.rowandb.engine.bulk;

import io.rowandb.engine.storefile.AssignedSequence;
import java.nio.file.Path;

/** The names of runs. A run's number tells newer cells from older ones. */
final class RunName {
  private RunName() {}

  /** The name of a run of cells that were added. */
  static String added(long run) {
    return AssignedSequence.name(PartedFiles.name(0, Math.toIntExact(run)), run);
  }

  /**
   * The name of a run that was merged.
   *
   * @param number its own
   * @param newest the newest run that went in, whose place in the order it has
   */
  static String merged(long number, Path newest) {
    long run = AssignedSequence.of(newest);
    return AssignedSequence.name(PartedFiles.name(number, Math.toIntExact(run)), run);
  }

  /** Whether a file may be a run. */
  static boolean isOne(String name) {
    String plain = AssignedSequence.plain(name);
    return !plain.equals(name) && PartedFiles.isName(plain);
  }
}
