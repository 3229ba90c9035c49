package io.rowandb.design.check;

import io.rowandb.design.key.ColumnTally;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedColumn.Count;
import java.nio.charset.StandardCharsets;

/** Sizes: names, cells, regions, the whole table; and counters. */
final class SizeLint {
  private static final long LARGEST_CELL = 10 << 20;
  private static final double MOST_REGIONS = 100;

  /** A region is split when it has more. */
  private static final double REGION_BYTES = 10.0 * (1L << 30);

  private static final long FEW_ROWS = 1_000_000;
  private static final double FEW_BYTES = 10.0 * (1L << 30);

  /** Share of names among the bytes of cells. */
  private static final double MANY_NAMES = 0.15;

  private final Checked checked;

  private SizeLint(Checked checked) {
    this.checked = checked;
  }

  static void check(Checked checked) {
    SizeLint lint = new SizeLint(checked);
    lint.counters();
    lint.regions();
    if (checked.hasRows()) {
      lint.cells();
      lint.small();
    }
    lint.names();
  }

  private void counters() {
    for (PlannedColumn each : checked.plan.columns()) {
      if (each.count() == Count.GET_AND_PUT) {
        checked.warning(
            FindingKind.COUNTER_BY_GET_AND_PUT,
            0.4,
            "column " + each.describe(),
            "It is read, added to, and written back.",
            "Two calls for one, and of two writers at once one is lost.",
            "Let the server add: Increment, or checkAndMutate where it has a limit.",
            "  - {field: " + each.field() + ", counter: increment}\n");
      }
    }
  }

  private void regions() {
    double bytes = checked.hasRows() ? checked.facts.bytesARow(checked.plan) * checked.rows() : 0;
    double regions = Math.max(checked.plan.splits().regions(), Math.ceil(bytes / REGION_BYTES));
    int servers = checked.plan.cluster().servers();
    int families = checked.plan.families().size();
    if (regions / servers > MOST_REGIONS) {
      checked.warning(
          FindingKind.TOO_MANY_REGIONS,
          0.4,
          "regions",
          Say.count(regions)
              + " regions on "
              + servers
              + " servers, "
              + Say.count(regions / servers)
              + " each"
              + (bytes > 0 ? "; " + Say.bytes(bytes) + " before compression." : "."),
          Say.bytes(regions / servers * families * (2 << 20))
              + " of memory a server for empty memstores alone, small flushes, slow restarts.",
          "Fewer splits, larger regions, compression, or more servers: "
              + Say.count(Math.ceil(regions / MOST_REGIONS))
              + ".");
    }
  }

  private void cells() {
    for (ColumnTally each : checked.facts.columns) {
      if (each.largest() > LARGEST_CELL) {
        checked.error(
            FindingKind.CELL_TOO_LARGE,
            0.5,
            "column " + each.column().describe(),
            "The largest value has " + Say.bytes(each.largest()) + ".",
            "HBase refuses cells above 10 MB (hbase.client.keyvalue.maxsize).",
            "Keep such values in files, and their path here; or cut them into columns.");
      }
    }
  }

  private void small() {
    double bytes = checked.facts.bytesARow(checked.plan) * checked.rows();
    if (checked.plan.rows() > 0 && checked.plan.rows() < FEW_ROWS && bytes < FEW_BYTES) {
      checked.hint(
          FindingKind.TOO_SMALL,
          0.1,
          "table",
          checked.rowsText() + ", " + Say.bytes(bytes) + ".",
          "Five servers for what one machine holds in memory.",
          "A relational database, unless the table is to grow a hundredfold.");
    }
  }

  /** Names of one or two bytes save what is longer, in each cell. */
  private void names() {
    double saved = 0;
    double all = 0;
    StringBuilder longest = new StringBuilder();
    for (PlannedColumn each : checked.plan.columns()) {
      int family = bytes(each.family());
      int name = each.isNamedByField() ? 1 : bytes(each.qualifier());
      double more = Math.max(0, family - 1) + Math.max(0, name - 2);
      saved += more * cells(each);
      all += cells(each) * (ColumnTally.CELL_OVERHEAD + family + name) + rest(each);
      if (more > 0 && longest.length() < 60) {
        longest.append(longest.isEmpty() ? "" : ", ").append(each.describe());
      }
    }
    if (all == 0 || saved / all < MANY_NAMES) {
      return;
    }
    double total = checked.hasRows() ? saved / checked.facts.keyed * checked.rows() : 0;
    checked.add(
        FindingKind.NAMES_LONG,
        FindingSeverity.WARNING,
        0.1 + saved / all / 10,
        longest.toString(),
        "Long names are " + Say.percent(saved / all) + " of the bytes of the cells.",
        total > 0
            ? Say.bytes(total)
                + " in "
                + checked.rowsText()
                + ", in memory and in the log; in files less with FAST_DIFF."
            : "They are in memory, in the log and in the files, once a cell.",
        "A family of one letter, qualifiers of one or two.",
        "columns:\n  - {field: …, family: d, name: a}\n");
  }

  private double cells(PlannedColumn column) {
    return checked.hasRows() ? tally(column).cells() : 1;
  }

  /** Bytes of keys and values. */
  private double rest(PlannedColumn column) {
    return checked.hasRows()
        ? tally(column).valueBytes() + tally(column).cells() * checked.facts.meanKeyBytes()
        : checked.plan.key().stream().mapToInt(part -> Math.max(8, part.width())).sum()
            + Math.max(8, column.form().bytes());
  }

  private ColumnTally tally(PlannedColumn column) {
    return checked.facts.columns.stream()
        .filter(each -> each.column().equals(column))
        .findFirst()
        .orElseThrow();
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
