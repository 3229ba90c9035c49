package io.rowandb.engine.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps what it is shown of a file. */
public final class DumpedParts implements DumpSink {
  /** A part. */
  public record Part(String kind, long offset, Map<String, Object> fields) {}

  private final List<Part> parts = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final boolean wantsParts;
  private final boolean wantsCells;
  private final int limit;

  /** Wants parts and cells as said, until it has {@code limit} of both together. */
  public DumpedParts(boolean wantsParts, boolean wantsCells, int limit) {
    this.wantsParts = wantsParts;
    this.wantsCells = wantsCells;
    this.limit = limit;
  }

  /** Wants all. */
  public static DumpedParts all() {
    return new DumpedParts(true, true, Integer.MAX_VALUE);
  }

  /** The parts so far. */
  public List<Part> parts() {
    return parts;
  }

  /** The kinds of the parts so far. */
  public List<String> kinds() {
    return parts.stream().map(Part::kind).toList();
  }

  /** The last part of this kind. */
  public Part last(String kind) {
    Part last = null;
    for (Part part : parts) {
      last = part.kind().equals(kind) ? part : last;
    }
    return last;
  }

  /** Copies of the cells so far. */
  public List<Cell> cells() {
    return cells;
  }

  @Override
  public void part(String kind, long offset, Map<String, Object> fields) {
    parts.add(new Part(kind, offset, fields));
  }

  @Override
  public void cell(Cell cell) {
    cells.add(CellSamples.copyOf(cell));
  }

  @Override
  public boolean wantsParts() {
    return wantsParts;
  }

  @Override
  public boolean wantsCells() {
    return wantsCells;
  }

  @Override
  public boolean isFull() {
    return parts.size() + cells.size() >= limit;
  }
}
