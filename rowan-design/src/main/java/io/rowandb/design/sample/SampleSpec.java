package io.rowandb.design.sample;

import java.nio.file.Path;
import java.util.List;

/**
 * Which file a sample is, and how it is read.
 *
 * @param columns the names of its fields, where it does not have them; else none
 * @param limit rows that are read at most
 * @param maxBad lines that are no rows, borne at most
 */
public record SampleSpec(
    Path file, SampleFormat format, List<String> columns, long limit, long maxBad) {
  /** Bad lines that are borne when nothing is said. */
  public static final long USUAL_BAD = 1000;

  /** Copies the list. */
  public SampleSpec {
    columns = List.copyOf(columns);
  }

  /** A whole file with a header, of the format that its name says; that must be one. */
  public static SampleSpec of(Path file) {
    return new SampleSpec(
        file, SampleFormat.ofName(file).orElseThrow(), List.of(), Long.MAX_VALUE, USUAL_BAD);
  }
}
