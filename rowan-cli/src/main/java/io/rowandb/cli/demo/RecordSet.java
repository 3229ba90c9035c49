package io.rowandb.cli.demo;

import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Put;

/**
 * A data set whose lines become records of one design. Keys, columns and indexes are defined only
 * in the design.
 *
 * <p>Rows are written as new records. This is also correct for a line that is written again after
 * the process was killed: it has the same values, and a line that adds details to a row has nothing
 * else.
 *
 * @param <R> the record
 */
abstract class RecordSet<R> implements DataSet {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final boolean linesShareRows;

  /**
   * A data set of the design.
   *
   * @param linesShareRows whether several lines may be of one row
   */
  RecordSet(TableDesign<R> design, boolean linesShareRows) {
    this.design = design;
    this.linesShareRows = linesShareRows;
  }

  /**
   * The record that a line is.
   *
   * @throws IllegalArgumentException if the line is not what the file should hold; says what
   */
  abstract R record(SourceLine line);

  /** What it is a table of. */
  final TableDesign<R> design() {
    return design;
  }

  @Override
  public final List<TableLayout> tables() {
    List<TableLayout> tables = new ArrayList<>();
    for (NewTable table : design.tables()) {
      boolean ofRecords = table.index().isEmpty();
      tables.add(
          new TableLayout(table.descriptor(), table.splitKeys(), ofRecords && linesShareRows));
    }
    return tables;
  }

  /**
   * Entries come first: one without its record is passed over, a record without it is not found.
   */
  @Override
  public final void convert(SourceLine line, RowSink sink) {
    R record = record(line);
    Put put = design.rows().writeNew(record).put();
    for (IndexDesign<R> index : design.indexes()) {
      for (byte[] entry : index.entries(record, put.getRow())) {
        sink.put(index.table(), index.cells().entry(entry));
      }
    }
    sink.put(design.name(), put);
  }

  /** A question that a method of this class answers from the open table. */
  final <A> DemoQuestion question(
      String text, DemoQuestion.Call<RecordTable<R>, A> call, Function<A, Answer> shown) {
    return new DemoQuestion(
        text,
        ShownSource.of(getClass(), call),
        connection -> {
          try (RecordTable<R> table = RecordTable.open(connection, design)) {
            return shown.apply(call.ask(table));
          }
        });
  }

  /** The source of members of this class, one behind the other. */
  final List<String> source(String... members) {
    List<String> lines = new ArrayList<>();
    for (String member : members) {
      lines.addAll(ShownSource.of(getClass(), member));
    }
    return lines;
  }
}
