package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.CodedOrder;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Patterns that the row key does not answer, or not well. */
final class PatternLint {
  /** Scans of one question that are not worth a word. */
  private static final long FEW_SCANS = 32;

  /** Scans a second of all questions of a pattern, likewise. */
  private static final double FEW_A_SECOND = 10_000;

  /** Rows read for one of the answer, likewise. */
  private static final double FEW_SKIPPED = 4;

  private static final int QUESTIONS = 20;

  private final Checked checked;
  private final PlannedPattern pattern;
  private final PatternPath path;
  private final String subject;

  private PatternLint(Checked checked, PlannedPattern pattern) {
    this.checked = checked;
    this.pattern = pattern;
    this.path = PatternPath.of(checked.plan, pattern);
    this.subject = "pattern \"" + pattern.name() + "\"";
  }

  static void check(Checked checked) {
    for (PlannedPattern each : checked.plan.patterns()) {
      if (!each.asksForAll()) {
        PatternLint lint = new PatternLint(checked, each);
        lint.access();
        lint.fanOut();
      }
    }
  }

  private void access() {
    if (overHash() != null) {
      rangeOverHash(overHash());
    } else if (path.kind() == PatternPath.Kind.FULL) {
      fullScan();
    } else {
      skipped();
      order();
    }
  }

  /** A hash or reversed value of the field whose range or order is wanted. */
  private PlannedPart overHash() {
    String field = pattern.range().isEmpty() ? pattern.order() : pattern.range();
    boolean isOver =
        (path.stop() instanceof Hash hash && hash.fields().contains(field))
            || (path.stop() instanceof Value value
                && value.isReversed()
                && value.field().equals(field))
            || (path.stop() instanceof Coded coded
                && coded.order() == CodedOrder.OTHER
                && coded.field().equals(field));
    return isOver ? path.stop() : null;
  }

  private void rangeOverHash(PlannedPart part) {
    checked.error(
        FindingKind.RANGE_OVER_HASH,
        1,
        subject,
        "It wants "
            + (pattern.range().isEmpty()
                ? "the order of " + pattern.order()
                : "a range of " + pattern.range())
            + "; the key has "
            + part.describe()
            + ", which does not keep its order.",
        wholeTable(),
        "Put a hash of another field first, or a salt of few buckets, and the field itself behind"
            + " it.");
  }

  private String wholeTable() {
    double bytes = checked.hasRows() ? checked.facts.bytesARow(checked.plan) * checked.rows() : 0;
    return "Each call reads "
        + (checked.rows() == 0 ? "all rows" : checked.rowsText())
        + (bytes > 0 ? ", " + Say.bytes(bytes) : "")
        + (pattern.perSecond() > 0 ? ", " + Say.count(pattern.perSecond()) + " times a second" : "")
        + ".";
  }

  private void fullScan() {
    Set<String> wanted = new HashSet<>(pattern.equal());
    wanted.add(pattern.range());
    wanted.remove("");
    checked.error(
        FindingKind.FULL_SCAN,
        1,
        subject,
        "It gives "
            + (wanted.isEmpty() ? "no field" : String.join(", ", wanted.stream().sorted().toList()))
            + "; the key begins with "
            + (path.stop() == null ? "nothing" : path.stop().describe())
            + ".",
        wholeTable(),
        "Begin the key with the given fields; or add an index, a second table whose key begins with"
            + " them.",
        "# a second table\nkey:\n" + indexLines());
  }

  private String indexLines() {
    List<String> fields = new ArrayList<>(pattern.equal());
    if (!pattern.range().isEmpty()) {
      fields.add(pattern.range());
    }
    return KeyLines.atFront(checked.plan, fields);
  }

  /** Fields that are given and do not help: the rows are read and thrown away. */
  private void skipped() {
    Set<String> unused = new HashSet<>(pattern.equal());
    unused.removeAll(path.used());
    boolean lost = !pattern.range().isEmpty() && !path.isRanged() && path.stop() != null;
    if (lost) {
      unused.add(pattern.range());
    }
    if (unused.isEmpty()) {
      return;
    }
    double read = checked.hasRows() ? readForOne() : 0;
    if (checked.hasShares() && !lost && read < FEW_SKIPPED) {
      return;
    }
    checked.warning(
        FindingKind.ROWS_SKIPPED,
        0.4,
        subject,
        (path.used().isEmpty()
                ? "The key begins with "
                : "After " + String.join(", ", path.used()) + ", the key continues with ")
            + path.stop().describe()
            + ": "
            + String.join(", ", unused.stream().sorted().toList())
            + " only filters."
            + (read > 0
                ? " In the sample, " + Say.count(read) + " rows are read to find one."
                : ""),
        "All rows with the prefix are read, even those that do not match.",
        "Move the given fields to the front, or add an index.");
  }

  /** Rows with the prefix for each that has all values, on average over some questions. */
  private double readForOne() {
    List<KeptRow> rows = checked.kept;
    int step = Math.max(1, rows.size() / QUESTIONS);
    double read = 0;
    double wanted = 0;
    for (int i = 0; i < rows.size(); i += step) {
      KeptRow asked = rows.get(i);
      for (KeptRow each : rows) {
        if (agree(asked, each, path.used())) {
          read++;
          wanted += agree(asked, each, pattern.equal()) ? 1 : 0;
        }
      }
    }
    return wanted == 0 ? 0 : read / wanted;
  }

  private boolean agree(KeptRow one, KeptRow other, Iterable<String> fields) {
    for (String field : fields) {
      int place = checked.facts.keptPlace(field);
      if (!one.values()[place].equals(other.values()[place])) {
        return false;
      }
    }
    return true;
  }

  private void order() {
    if (path.order() == PatternPath.Order.REVERSED) {
      checked.warning(
          FindingKind.ORDER_REVERSED,
          0.5,
          subject,
          "It wants "
              + pattern.order()
              + (pattern.isDescending() ? " in descending order" : " in ascending order")
              + "; the key has "
              + path.stop().describe()
              + ".",
          pattern.limit() > 0
              ? "For "
                  + Say.count(pattern.limit())
                  + " rows, it reads all rows with the prefix, or scans backwards, which is"
                  + " slower."
              : "The reader sorts, or scans backwards, which is slower.",
          turned().isEmpty()
              ? "A text has one order: scan backwards (setReversed), or sort what was read."
              : "Reverse the order of this part.",
          turned());
    } else if (path.order() == PatternPath.Order.OTHER) {
      checked.warning(
          FindingKind.ORDER_LOST,
          0.5,
          subject,
          "It wants the order of "
              + pattern.order()
              + "; after the given fields, the key continues with "
              + path.stop().describe()
              + ".",
          (pattern.limit() > 0 ? "For " + Say.count(pattern.limit()) + " rows, the" : "The")
              + " reader reads and sorts all rows with the prefix.",
          "Put the field that gives the order next.",
          KeyLines.next(checked.plan, pattern.order(), pattern.isDescending()));
    }
  }

  /** The part at which the prefix ends, in the other order; empty when it has none. */
  private String turned() {
    return path.stop() instanceof Value value
        ? KeyLines.turned(value)
        : KeyLines.next(checked.plan, pattern.order(), pattern.isDescending());
  }

  private void fanOut() {
    boolean isMuch =
        path.fanOut() >= FEW_SCANS
            || path.fanOut() * Math.max(0, pattern.perSecond()) > FEW_A_SECOND;
    if (path.fanOut() == 1 || !isMuch || path.kind() == PatternPath.Kind.FULL) {
      return;
    }
    Salt salt =
        (Salt) checked.plan.key().stream().filter(Salt.class::isInstance).findFirst().orElseThrow();
    int fewer = Math.max(2, Math.min(16, 2 * checked.plan.cluster().servers()));
    checked.warning(
        FindingKind.SALT_FAN_OUT,
        0.3,
        subject,
        "It does not know the bucket of the " + salt.describe() + ".",
        "One question is "
            + path.fanOut()
            + " scans"
            + (pattern.perSecond() > 0
                ? ", " + Say.count(path.fanOut() * pattern.perSecond()) + " a second in all"
                : "")
            + ".",
        "Let fields that the question gives choose the bucket, or take fewer.",
        "  - {salt: "
            + fewer
            + (pattern.equal().isEmpty() ? "" : ", by: " + pattern.equal().get(0))
            + "}\n");
  }
}
