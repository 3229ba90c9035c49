package io.rowandb.design.sample;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** How the rows of a sample are written. */
public enum SampleFormat {
  /** Values between commas, in double quotes where needed (RFC 4180). */
  CSV,
  /** Values between tabs, no quotes. */
  TSV,
  /** An object a line; objects and lists in it stay text. */
  JSON;

  /** By the end of a file's name, before {@code .gz}; empty when it is none of theirs. */
  public static Optional<SampleFormat> ofName(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    if (name.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    if (name.endsWith(".tsv")) {
      return Optional.of(TSV);
    }
    boolean isJson = name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson");
    return isJson ? Optional.of(JSON) : Optional.empty();
  }
}
