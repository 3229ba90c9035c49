package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a history on two drivers step by step and compares what their scans say. */
final class HistoryRunner implements AutoCloseable {
  private final RegionDriver expected;
  private final RegionDriver actual;
  private final String title;
  private final MutableClock clock;
  private final List<Operation> done = new ArrayList<>();
  private RegionDriver.OpenScan heldExpected;
  private RegionDriver.OpenScan heldActual;
  private boolean isHeldDrained;
  private int comparedCells;
  private int failedScans;

  /**
   * A runner.
   *
   * @param title says how the history came about: seed and settings
   */
  HistoryRunner(String title, MutableClock clock, RegionDriver expected, RegionDriver actual) {
    this.title = title;
    this.clock = clock;
    this.expected = expected;
    this.actual = actual;
  }

  /** How many cells both sides agreed on. */
  int comparedCells() {
    return comparedCells;
  }

  /** How many scans HBase itself could not answer. */
  int failedScans() {
    return failedScans;
  }

  /** Does one step on both. */
  void run(Operation operation) throws IOException {
    done.add(operation);
    if (Boolean.getBoolean("rowan.history.trace")) {
      System.err.println(done.size() - 1 + ": " + operation);
    }
    if (operation instanceof Operation.Write write) {
      expected.write(write.mutation());
      actual.write(write.mutation());
    } else if (operation instanceof Operation.Flush) {
      drainHeld();
      expected.flush();
      actual.flush();
    } else if (operation instanceof Operation.CompactNewest compact) {
      expected.compactNewest(compact.files());
      actual.compactNewest(compact.files());
    } else if (operation instanceof Operation.CompactAll) {
      expected.compactAll();
      actual.compactAll();
    } else if (operation instanceof Operation.Tick tick) {
      clock.advance(tick.millis());
    } else if (operation instanceof Operation.Read read) {
      try (RegionDriver.OpenScan right = expected.open(read.scan());
          RegionDriver.OpenScan ours = actual.open(read.scan())) {
        compare(right, ours);
      }
    } else if (operation instanceof Operation.Hold hold) {
      closeHeld();
      heldExpected = expected.open(hold.scan());
      heldActual = actual.open(hold.scan());
      isHeldDrained = false;
    } else if (operation instanceof Operation.ReadHeld) {
      drainHeld();
      closeHeld();
    }
  }

  @Override
  public void close() throws IOException {
    closeHeld();
    expected.close();
    actual.close();
  }

  private void compare(RegionDriver.OpenScan right, RegionDriver.OpenScan ours) throws IOException {
    List<List<String>> wanted;
    try {
      wanted = right.drain();
    } catch (RuntimeException e) {
      // Some of HBase's filters fail in some combinations: no answer to compare with.
      failedScans++;
      return;
    }
    List<List<String>> got;
    try {
      got = ours.drain();
    } catch (RuntimeException | IOException | Error e) {
      throw new AssertionError(story(), e);
    }
    if (!wanted.equals(got)) {
      throw new AssertionError(difference(wanted, got) + story());
    }
    wanted.forEach(part -> comparedCells += part.size());
  }

  private static String difference(List<List<String>> wanted, List<List<String>> got) {
    List<List<String>> missing = new ArrayList<>(wanted);
    missing.removeAll(got);
    List<List<String>> surplus = new ArrayList<>(got);
    surplus.removeAll(wanted);
    return "missing " + missing + "\nsurplus " + surplus + "\n";
  }

  /**
   * Reads the held scan, at the latest before a flush: HBase's goes on in the flushed file, which
   * lacks what the flush dropped, Rowan's in what it had pinned. It stays open and holds back its
   * read point.
   */
  private void drainHeld() throws IOException {
    if (heldExpected != null && !isHeldDrained) {
      compare(heldExpected, heldActual);
      isHeldDrained = true;
    }
  }

  private void closeHeld() throws IOException {
    if (heldExpected != null) {
      heldExpected.close();
      heldActual.close();
      heldExpected = null;
      heldActual = null;
    }
  }

  private String story() {
    StringBuilder text = new StringBuilder(title).append('\n');
    for (int i = 0; i < done.size(); i++) {
      Operation operation = done.get(i);
      boolean isOldRead = i < done.size() - 1 && operation instanceof Operation.Read;
      if (!isOldRead) {
        text.append(i).append(": ").append(operation).append('\n');
      }
    }
    return text.toString();
  }
}
