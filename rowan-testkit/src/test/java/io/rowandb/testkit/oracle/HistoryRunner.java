package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;

/** Runs a history on two drivers step by step and compares what their reads say. */
final class HistoryRunner implements AutoCloseable {
  // Fixed at construction.
  private final RegionDriver expected;
  private final RegionDriver actual;
  private final String title;
  private final MutableClock clock;
  private final boolean sameClients;

  private final List<Operation> done = new ArrayList<>();
  private long comparedCells;
  private long unanswered;

  /** Where regions begin. */
  private final Set<String> splitRows = new HashSet<>();

  /** Whether regions may have files in common since a split. */
  private boolean sharedFiles;

  /**
   * Whether HBase failed in such a way that from there on nothing can be compared: a batch of which
   * a part was done, or a scan through its server. A scan that failed inside HBase's server stays
   * open there until its lease ends, and flushes and compactions keep for it what they should drop.
   */
  private boolean ended;

  // The held scan, if there is one.
  private RegionDriver.OpenScan heldExpected;
  private RegionDriver.OpenScan heldActual;

  /** What HBase's held scan said, if it had to be read early; null otherwise. */
  private Answer heldAnswer;

  /** What a read on HBase came to: parts of rows, or no answer at all. */
  private record Answer(List<List<String>> parts) {
    static final Answer NONE = new Answer(null);
  }

  private interface Question {
    List<List<String>> ask() throws IOException;
  }

  /**
   * A runner.
   *
   * @param title says how the history came about
   * @param sameClients whether both sides answer through a client, so that failures are equal in
   *     full
   */
  HistoryRunner(
      String title,
      MutableClock clock,
      RegionDriver expected,
      RegionDriver actual,
      boolean sameClients) {
    this.sameClients = sameClients;
    this.title = title;
    this.clock = clock;
    this.expected = expected;
    this.actual = actual;
  }

  /** What has been compared so far. */
  Tally tally() {
    return new Tally(1, done.size(), comparedCells, unanswered);
  }

  /** Does one step on both. */
  void run(Operation operation) throws IOException {
    if (ended) {
      return;
    }
    done.add(operation);
    if (Boolean.getBoolean("rowan.history.trace")) {
      System.err.println(done.size() - 1 + ": " + TestSource.of(operation));
    }
    try {
      step(operation);
    } catch (IOException | RuntimeException e) {
      throw new Difference(e + "\n" + story(), done.size(), e);
    }
  }

  @Override
  public void close() throws IOException {
    closeHeld();
    expected.close();
    actual.close();
  }

  private void step(Operation operation) throws IOException {
    if (operation instanceof Operation.Call call) {
      compare(
          answer(() -> List.of(expected.call(call.action()))),
          () -> List.of(actual.call(call.action())));
    } else if (operation instanceof Operation.Batch batch) {
      Answer wanted = answer(() -> expected.batch(batch.actions()));
      // What came before the request in which it failed is done.
      ended = ended || wanted.parts() == null;
      compare(wanted, () -> actual.batch(batch.actions()));
    } else if (operation instanceof Operation.Flush) {
      beforeRewrite();
      expected.flush();
      actual.flush();
    } else if (operation instanceof Operation.CompactNewest compact) {
      beforeRewrite();
      expected.compactNewest(compact.files());
      actual.compactNewest(compact.files());
    } else if (operation instanceof Operation.CompactAll) {
      beforeRewrite();
      compactAll();
    } else if (operation instanceof Operation.Reopen) {
      readHeld();
      expected.reopen();
      actual.reopen();
    } else if (operation instanceof Operation.Recover) {
      readHeld();
      expected.recover();
      actual.recover();
    } else if (operation instanceof Operation.Split split) {
      readHeld();
      split(split.row());
    } else if (operation instanceof Operation.Tick tick) {
      clock.advance(tick.millis());
    } else if (operation instanceof Operation.Read read) {
      try (RegionDriver.OpenScan right = expected.open(read.scan());
          RegionDriver.OpenScan ours = actual.open(read.scan())) {
        compare(answer(right::drain), ours::drain);
      }
    } else if (operation instanceof Operation.Hold hold) {
      closeHeld();
      heldExpected = expected.open(hold.scan());
      heldActual = actual.open(hold.scan());
    } else if (operation instanceof Operation.ReadHeld) {
      readHeld();
    }
  }

  private void compactAll() throws IOException {
    expected.compactAll();
    actual.compactAll();
    sharedFiles = false;
  }

  /** HBase, too, splits no region that shares files with the one it came from. */
  private void split(String row) throws IOException {
    if (!splitRows.add(row)) {
      return;
    }
    if (sharedFiles) {
      compactAll();
    }
    expected.split(Bytes.toBytes(row));
    actual.split(Bytes.toBytes(row));
    sharedFiles = true;
  }

  private void compare(Answer wanted, Question ours) throws IOException {
    if (wanted.parts() == null) {
      return;
    }
    List<List<String>> got;
    try {
      got = ours.ask();
    } catch (IOException e) {
      got = Failures.answer(sameClients ? e : Failures.bare(e));
    } catch (Error e) {
      throw new Difference(e + "\n" + story(), done.size(), e);
    }
    if (!wanted.parts().equals(got)) {
      throw new Difference(difference(wanted.parts(), got) + story(), done.size(), null);
    }
    wanted.parts().forEach(part -> comparedCells += part.size());
  }

  /**
   * HBase's answer, which may be that it refuses. Some of its filters fail in some combinations,
   * and so do deletes of the newest version where NEW_VERSION_BEHAVIOR shows two when asked for
   * one; then there is none, and nothing was changed.
   */
  private Answer answer(Question question) throws IOException {
    try {
      return new Answer(question.ask());
    } catch (IOException e) {
      if (Failures.isInternal(e)) {
        unanswered++;
        ended = true;
        return Answer.NONE;
      }
      return new Answer(Failures.answer(e));
    } catch (RuntimeException e) {
      unanswered++;
      return Answer.NONE;
    }
  }

  private static String difference(List<List<String>> wanted, List<List<String>> got) {
    List<List<String>> missing = new ArrayList<>(wanted);
    missing.removeAll(got);
    List<List<String>> surplus = new ArrayList<>(got);
    surplus.removeAll(wanted);
    return "missing " + missing + "\nsurplus " + surplus + "\n";
  }

  /**
   * Reads HBase's held scan to its end and closes it before files change: what it goes on to read
   * is the new files, and flush and compaction keep more cells while it is open. Rowan's goes on
   * over what it has pinned, and nothing is kept for it; it is compared when it is read.
   */
  private void beforeRewrite() throws IOException {
    if (heldExpected != null && heldAnswer == null) {
      heldAnswer = answer(heldExpected::drain);
      heldExpected.close();
    }
  }

  private void readHeld() throws IOException {
    if (heldExpected != null) {
      compare(heldAnswer != null ? heldAnswer : answer(heldExpected::drain), heldActual::drain);
      closeHeld();
    }
  }

  private void closeHeld() throws IOException {
    if (heldExpected != null) {
      heldExpected.close();
      heldActual.close();
      heldExpected = null;
      heldActual = null;
      heldAnswer = null;
    }
  }

  private String story() throws IOException {
    StringBuilder text = new StringBuilder(title).append('\n');
    for (int i = 0; i < done.size(); i++) {
      Operation operation = done.get(i);
      if (i == done.size() - 1 || !operation.isQuestion()) {
        text.append(i).append(": ").append(TestSource.of(operation)).append('\n');
      }
    }
    return text.toString();
  }
}
