package io.rowandb.design.check;

import io.rowandb.design.key.ColumnTally;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sketch.FairChoice;
import io.rowandb.design.sketch.FrequentValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a sample tells of a plan; filled by {@link SampleRun}, read by the checks. One thread. */
final class SampleFacts {
  /** Rows that are kept: enough for shares of a percent, and some ten megabytes. */
  static final int KEPT = 20_000;

  /** Values that are counted: any with more than a thousandth of the rows is among them. */
  private static final int COUNTERS = 1000;

  final List<String> fields;

  /** Those whose values are kept. */
  final List<String> keptFields;

  final Map<String, PartTally> parts = new LinkedHashMap<>();
  final List<ColumnTally> columns = new ArrayList<>();
  final FairChoice<KeptRow> choice = new FairChoice<>(KEPT);
  final FrequentValues leading = new FrequentValues(COUNTERS);
  final FrequentValues widest = new FrequentValues(COUNTERS);

  /** The fields of the key's first part that names something. */
  List<String> leadingFields = List.of();

  /** All rows, and those that have a key. */
  long rows;

  long keyed;
  long keyBytes;
  int longestKey;
  String longestKeyExample = "";

  /** Rows that wrote over others, within VERSIONS or not; and those whose predecessors are gone. */
  long rewritten;

  long lost;
  long equalTimes;
  long distinctCells;

  /** Rows that are lost, and rows that have the cell and time of another record. */
  final OverwrittenPairs lostPairs = new OverwrittenPairs();

  final OverwrittenPairs equalPairs = new OverwrittenPairs();
  long futureTimes;

  SampleFacts(List<String> fields, List<String> keptFields) {
    this.fields = fields;
    this.keptFields = keptFields;
  }

  /** The kept rows in the order of arrival. */
  List<KeptRow> kept() {
    return choice.chosen().stream()
        .sorted(Comparator.comparingLong(KeptRow::arrival).thenComparingLong(KeptRow::line))
        .toList();
  }

  int place(String field) {
    return fields.indexOf(field);
  }

  /** Where a field is in the kept rows, which have those alone that the checks read; else -1. */
  int keptPlace(String field) {
    return keptFields.indexOf(field);
  }

  double meanKeyBytes() {
    return keyed == 0 ? 0 : (double) keyBytes / keyed;
  }

  /** Bytes of a family for each row, keys among them, before compression. */
  double bytesARow(PlannedFamily family) {
    double bytes = 0;
    for (ColumnTally each : columns) {
      if (each.column().family().equals(family.name())) {
        bytes += each.bytes() + each.cells() * meanKeyBytes();
      }
    }
    return keyed == 0 ? 0 : bytes / keyed;
  }

  /** Bytes of all families for each row. */
  double bytesARow(TablePlan plan) {
    return plan.families().stream().mapToDouble(this::bytesARow).sum();
  }

  double cellsARow() {
    long cells = columns.stream().mapToLong(each -> each.cells()).sum();
    return keyed == 0 ? 0 : (double) cells / keyed;
  }
}
