package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a read would be executed and what it would read: the result of {@link RecordQuery#explain}.
 * Immutable.
 *
 * <p>A read of any of several fields may be a union of reads, one by the way of each field. Then
 * {@link #union} explains each of them, and the figures here are totals; the ranges are listed read
 * by read.
 *
 * @param servedBy what finds the rows: the row key, an index, several indexes, or nothing if all
 *     rows are read
 * @param keyParts how many parts that key has
 * @param determinedParts how many of them, from the left, have one value in each range
 * @param ranges the rows that are read, in their order
 * @param merged whether the ranges, or in a union those of one of its reads, are merged into one
 *     order; otherwise they are read in turn
 * @param reversed whether each is read from its last row to its first
 * @param regionsTouched in how many regions the ranges are
 * @param regions how many regions the table has
 * @param rows how many rows are in the ranges
 * @param sent what the servers send of each row that is read, for people: all of it, some cells, or
 *     one without its value
 * @param limit the maximum number of records; empty for all
 * @param detailScans the scans that read details in rows of their own
 * @param checks the checks of each of these rows after it was read
 * @param end where pages end, for people; empty unless {@link RecordQuery#explainPages} is asked
 * @param refusal why the read would be refused; empty if it would not
 * @param union the reads of a union, which follow one another and give each record once; empty of a
 *     read that is none
 */
public record Explanation(
    String servedBy,
    int keyParts,
    int determinedParts,
    List<KeyRange> ranges,
    boolean merged,
    boolean reversed,
    int regionsTouched,
    int regions,
    Rows rows,
    String sent,
    Optional<Long> limit,
    List<DetailScans> detailScans,
    List<String> checks,
    Optional<String> end,
    Optional<String> refusal,
    List<Explanation> union) {
  /** Ranges that the text shows: more would hide the rest. */
  private static final int SHOWN_RANGES = 16;

  /** Copies its lists. */
  public Explanation {
    ranges = List.copyOf(ranges);
    detailScans = List.copyOf(detailScans);
    checks = List.copyOf(checks);
    union = List.copyOf(union);
  }

  /** Of several reads, one after the other. */
  static Explanation ofUnion(List<Explanation> union, Optional<Long> limit) {
    Explanation all = union.stream().reduce(Explanation::and).orElseThrow();
    return new Explanation(
        all.servedBy,
        all.keyParts,
        all.determinedParts,
        all.ranges,
        all.merged,
        all.reversed,
        all.regionsTouched,
        all.regions,
        all.rows,
        all.sent,
        limit,
        all.detailScans,
        all.checks,
        all.end,
        all.refusal,
        union);
  }

  private Explanation and(Explanation next) {
    return new Explanation(
        servedBy + ", then " + next.servedBy,
        keyParts + next.keyParts,
        determinedParts + next.determinedParts,
        joined(ranges, next.ranges),
        merged || next.merged,
        reversed || next.reversed,
        regionsTouched + next.regionsTouched,
        regions + next.regions,
        rows.and(next.rows),
        sent.equals(next.sent) ? sent : sent + ", then " + next.sent,
        limit.or(next::limit),
        sum(joined(detailScans, next.detailScans)),
        joined(checks, next.checks).stream().distinct().toList(),
        /* end= */ Optional.empty(), // a union has no pages
        refusal.or(next::refusal),
        List.of());
  }

  private static List<DetailScans> sum(List<DetailScans> scans) {
    Map<String, Rows> counts = new LinkedHashMap<>();
    scans.forEach(each -> counts.merge(each.table(), each.count(), Rows::and));
    return counts.entrySet().stream()
        .map(each -> new DetailScans(each.getKey(), each.getValue()))
        .toList();
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /**
   * Rows that were counted.
   *
   * @param counted how many
   * @param all whether these are all; otherwise the count stopped at 1,000 rows, with more to come,
   *     or at 1,000 ranges
   */
  public record Rows(long counted, boolean all) {
    private Rows and(Rows others) {
      return new Rows(counted + others.counted, all && others.all);
    }

    /** As many, or a smaller number that is known to be the most. */
    Rows atMost(long most) {
      return most <= counted ? new Rows(most, /* all= */ true) : this;
    }

    /**
     * As {@code 37}, {@code more than 1,000} or, of ranges not all looked into, {@code at least}.
     */
    @Override
    public String toString() {
      String before = all ? "" : counted == RowCount.MAX_ROWS ? "more than " : "at least ";
      return before + grouped(counted);
    }
  }

  /**
   * Scans of details in their own rows: one for each record that is read, in addition to those of
   * the ranges.
   *
   * @param table of the details
   * @param count how many if no record is skipped; fewer if a limit after checks is reached, or if
   *     index entries turn out to be stale
   */
  public record DetailScans(String table, Rows count) {}

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Some lines for people. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (union.isEmpty()) {
      describe(text);
    } else {
      line(text, "union of " + union.size() + " reads, each when the one before has ended:");
      for (Explanation read : union) {
        line(text, "- " + read.toString().replace("\n", "\n  "));
      }
    }
    limit.ifPresent(most -> line(text, "limit: " + grouped(most)));
    end.ifPresent(where -> line(text, "pages end: " + where));
    if (union.isEmpty()) {
      describeChecks(text);
      refusal.ifPresent(reason -> line(text, "refused: " + reason));
    }
    return text.toString();
  }

  private void describe(StringBuilder text) {
    line(text, "served by: " + servedBy);
    line(text, "parts determined: " + determinedParts + " of " + keyParts);
    line(text, "ranges: " + grouped(ranges.size()) + manner());
    ranges.stream().limit(SHOWN_RANGES).forEach(range -> line(text, "  " + range));
    if (ranges.size() > SHOWN_RANGES) {
      line(text, "  and " + grouped(ranges.size() - SHOWN_RANGES) + " more");
    }
    line(text, "regions: " + grouped(regionsTouched) + " of " + grouped(regions));
    line(text, "rows: " + rows);
    line(text, "sent of each row: " + sent);
  }

  private void describeChecks(StringBuilder text) {
    for (DetailScans scans : detailScans) {
      line(text, "scans of details: " + scans.count() + " of " + scans.table() + ", one a record");
    }
    checks.forEach(check -> line(text, "checked of each row: " + check));
  }

  private String manner() {
    if (ranges.isEmpty()) {
      return "";
    }
    return (ranges.size() == 1 ? "" : merged ? ", merged into one order" : ", in turn")
        + (reversed ? ", reversed" : ", forward");
  }

  private static void line(StringBuilder text, String line) {
    text.append(text.isEmpty() ? "" : "\n").append(line);
  }
}
