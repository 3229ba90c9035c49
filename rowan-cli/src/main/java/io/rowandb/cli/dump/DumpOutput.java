package io.rowandb.cli.dump;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.DumpSink;
import java.io.PrintWriter;
import java.util.Map;

/** Prints the selected parts of a file. Used by one thread. */
public final class DumpOutput implements DumpSink {
  /** So often it looks whether anybody still reads: a pipe to {@code head} ends early. */
  private static final int LINES_PER_LOOK = 1_000;

  // Fixed at construction.
  private final DumpSelection selection;
  private final DumpLines lines;
  private final PrintWriter out;

  private long printed;
  private long region = -1;
  private boolean unread;

  /** Prints to {@code out}, which the caller flushes. */
  public DumpOutput(DumpSelection selection, DumpLines lines, PrintWriter out) {
    this.selection = selection;
    this.lines = lines;
    this.out = out;
  }

  @Override
  public void part(String kind, long offset, Map<String, Object> fields) {
    if (fields.get("region") instanceof Long number) {
      region = number;
    }
    if (selection.parts() || (selection.sums() && !kind.equals("entry"))) {
      out.println(lines.part(kind, offset, fields));
      count(selection.parts() && !selection.cells());
    }
  }

  @Override
  public void cell(Cell cell) {
    if (selection.isRow(cell.array(), cell.rowOffset(), cell.rowLength())) {
      out.println(lines.cell(cell, region));
      count(true);
    }
  }

  private void count(boolean counts) {
    if (counts) {
      printed++;
      if (printed % LINES_PER_LOOK == 0) {
        unread = out.checkError();
      }
    }
  }

  @Override
  public boolean wantsParts() {
    return selection.parts();
  }

  @Override
  public boolean wantsCells() {
    return selection.cells();
  }

  @Override
  public boolean isFull() {
    return unread || printed >= selection.limit();
  }
}
