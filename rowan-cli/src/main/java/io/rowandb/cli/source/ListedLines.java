package io.rowandb.cli.source;

import java.util.List;

/** Lines that are in memory already: a generated sample. One thread. */
public final class ListedLines implements LineSource {
  private final List<String> lines;
  private int next;

  /** Reads {@code lines} in their order. */
  public ListedLines(List<String> lines) {
    this.lines = List.copyOf(lines);
  }

  @Override
  public String nextLine() {
    return next == lines.size() ? null : lines.get(next++);
  }

  @Override
  public double fraction() {
    return lines.isEmpty() ? 1 : (double) next / lines.size();
  }

  @Override
  public void close() {
    next = lines.size();
  }
}
