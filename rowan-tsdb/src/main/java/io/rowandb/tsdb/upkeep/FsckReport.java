package io.rowandb.tsdb.upkeep;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** What a check found, by kinds of faults. Used by one thread. */
public final class FsckReport {
  /** How many of a kind are shown. */
  public static final int EXAMPLES = 3;

  private long rows;
  private long cells;
  private long rowsChanged;
  private long rowsLeft;
  private final Map<Fault, Long> found = new EnumMap<>(Fault.class);
  private final Map<Fault, Long> cured = new EnumMap<>(Fault.class);
  private final Map<Fault, List<String>> examples = new EnumMap<>(Fault.class);

  FsckReport() {}

  void addRow(long cellsOfIt) {
    rows++;
    cells += cellsOfIt;
  }

  void addFound(RowFindings findings) {
    for (RowFindings.Finding each : findings.findings()) {
      found.merge(each.fault(), 1L, Long::sum);
      List<String> some = examples.computeIfAbsent(each.fault(), unseen -> new ArrayList<>());
      if (some.size() < EXAMPLES) {
        some.add(each.where());
      }
    }
  }

  void addCured(RowFindings findings, boolean deletesToo) {
    rowsChanged++;
    for (RowFindings.Finding each : findings.findings()) {
      Fault.Cure cure = each.fault().cure();
      if (cure == Fault.Cure.MEND || (deletesToo && cure == Fault.Cure.DELETE)) {
        cured.merge(each.fault(), 1L, Long::sum);
      }
    }
  }

  void addLeft() {
    rowsLeft++;
  }

  /** How many rows were looked at. */
  public long rows() {
    return rows;
  }

  /** How many cells. */
  public long cells() {
    return cells;
  }

  /** How many rows were written anew or deleted. */
  public long rowsChanged() {
    return rowsChanged;
  }

  /**
   * How many rows should have been, and were left as they were: one has a cell of the last minute,
   * was written meanwhile, or is too large for one column. Another check may do them.
   */
  public long rowsLeft() {
    return rowsLeft;
  }

  /** How many faults there were, of the kinds that there were. */
  public Map<Fault, Long> found() {
    return new EnumMap<>(found);
  }

  /** Of how many rows nothing can be read. If they are many, the layout may be a wrong one. */
  public long wholeRows() {
    return EnumSet.of(Fault.BAD_KEY, Fault.MISSING_TAGS, Fault.NAMELESS).stream()
        .mapToLong(each -> found.getOrDefault(each, 0L))
        .sum();
  }

  /** How many of them are no more. */
  public long cured(Fault fault) {
    return cured.getOrDefault(fault, 0L);
  }

  /** The first {@link #EXAMPLES} of a kind. */
  public List<String> examples(Fault fault) {
    return List.copyOf(examples.getOrDefault(fault, List.of()));
  }

  /** Whether faults are left that something can be done about. */
  public boolean needsWork() {
    return found.entrySet().stream()
        .anyMatch(
            each ->
                each.getKey().cure() != Fault.Cure.NONE && each.getValue() > cured(each.getKey()));
  }
}
