package io.rowandb.cli.demo;

import java.util.List;
import java.util.function.Supplier;

/**
 * A file of a data set.
 *
 * @param path below the data directory; empty if its lines are part of the program
 * @param headingLines lines at its start that name the columns
 * @param sample lines to use when there is no data directory, headings included
 */
record SourceFile(String path, int headingLines, Supplier<List<String>> sample) {
  /** Whether the lines are part of the program, so that no file is needed. */
  boolean builtIn() {
    return path.isEmpty();
  }
}
