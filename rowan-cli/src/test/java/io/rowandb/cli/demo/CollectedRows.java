package io.rowandb.cli.demo;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/** Keeps the rows a data set makes, for a test to look at. */
final class CollectedRows implements RowSink {
  final List<TableName> tables = new ArrayList<>();
  final List<Put> puts = new ArrayList<>();

  /** The rows that {@code set} makes of a line. */
  static CollectedRows of(DataSet set, int file, int number, String line) {
    CollectedRows rows = new CollectedRows();
    set.convert(new SourceLine(file, number, line), rows);
    return rows;
  }

  @Override
  public void put(TableName table, Put put) {
    tables.add(table);
    puts.add(put);
  }

  /** The names of the tables, without the namespace. */
  List<String> tableNames() {
    return tables.stream().map(TableName::getQualifierAsString).toList();
  }

  /** The cells of row {@code index}, as a read would give them. */
  Result row(int index) {
    List<Cell> cells = new ArrayList<>();
    puts.get(index).getFamilyCellMap().values().forEach(cells::addAll);
    cells.sort(CellComparator.getInstance());
    return Result.create(cells);
  }
}
