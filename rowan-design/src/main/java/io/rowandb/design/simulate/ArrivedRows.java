package io.rowandb.design.simulate;

import io.rowandb.design.check.KeyedRows;
import io.rowandb.design.key.ColumnTally;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sketch.FairChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Rows of a sample in the order of arrival: a fair choice of them, as all need not fit memory. One
 * thread.
 */
public final class ArrivedRows implements KeyedRows.Taker {
  /** Some 50 MB; shares of a percent are right within a tenth of one. */
  private static final int MOST = 200_000;

  private final TablePlan plan;
  private final List<ColumnTally> columns = new ArrayList<>();
  private final FairChoice<ArrivedRow> choice = new FairChoice<>(MOST);
  private final List<String> leading;
  private final int[] leadingPlaces;
  private final int arrivalPlace;
  private final FieldType arrivalType;
  private long rows;
  private long keyBytes;

  /**
   * For the rows of a sample.
   *
   * @param fields of its rows
   */
  public ArrivedRows(TablePlan plan, List<String> fields) {
    this.plan = plan;
    for (PlannedColumn each : plan.columns()) {
      columns.add(
          new ColumnTally(each, fields.indexOf(each.field()), fields.indexOf(each.namedBy())));
    }
    this.leading = naming(plan);
    this.leadingPlaces = leading.stream().mapToInt(fields::indexOf).toArray();
    this.arrivalPlace = plan.arrivalField().map(fields::indexOf).orElse(-1);
    this.arrivalType = plan.arrivalField().map(plan::type).orElse(FieldType.TEXT);
  }

  /**
   * The fields of the first part that names somebody: a time does not, unless there is nothing
   * else.
   */
  private static List<String> naming(TablePlan plan) {
    List<List<String>> named =
        plan.key().stream()
            .filter(part -> !(part instanceof Salt) && !part.fields().isEmpty())
            .map(PlannedPart::fields)
            .toList();
    return named.stream()
        .filter(fields -> fields.stream().noneMatch(each -> plan.type(each).isTime()))
        .findFirst()
        .orElse(named.isEmpty() ? List.of() : named.get(0));
  }

  static ArrivedRows read(TablePlan plan, SampleFile sample, long limit) throws IOException {
    ArrivedRows read = new ArrivedRows(plan, sample.fields());
    KeyedRows.read(plan, sample, limit, List.of(read));
    return read;
  }

  @Override
  public void take(PlannedKey key, String[] row, long line) {
    rows++;
    keyBytes += key.length();
    columns.forEach(each -> each.add(row));
    if (choice.choosesNext()) {
      String when = arrivalPlace < 0 ? "row " + (line + 1) : row[arrivalPlace];
      choice.put(new ArrivedRow(arrival(row, line), line, when, key.copy(), name(row)));
    }
  }

  private long arrival(String[] row, long line) {
    if (arrivalPlace < 0) {
      return line;
    }
    String value = row[arrivalPlace];
    if (arrivalType.isTime()) {
      return arrivalType.millis(value).orElse(line);
    }
    return value.matches("-?[0-9]{1,18}") ? Long.parseLong(value) : line;
  }

  private String name(String[] row) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < leadingPlaces.length; i++) {
      name.append(i == 0 ? "" : ", ").append(leading.get(i)).append(' ');
      String value = row[leadingPlaces[i]];
      name.append(value.length() > 40 ? value.substring(0, 40) + "…" : value);
    }
    return name.toString();
  }

  /** The chosen rows. */
  List<ArrivedRow> inOrder() {
    return choice.chosen().stream()
        .sorted(Comparator.comparingLong(ArrivedRow::arrival).thenComparingLong(ArrivedRow::line))
        .toList();
  }

  /** Rows with a key, of which these were chosen. */
  long rows() {
    return rows;
  }

  /** Bytes of a row's cells, on average; without columns those of a cell without a value. */
  double rowBytes() {
    double mean = (double) keyBytes / rows;
    double bytes = plan.columns().isEmpty() ? mean + ColumnTally.CELL_OVERHEAD : 0;
    for (ColumnTally each : columns) {
      bytes += (each.bytes() + each.cells() * mean) / rows;
    }
    return bytes;
  }
}
