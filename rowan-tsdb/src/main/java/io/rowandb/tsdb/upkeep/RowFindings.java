package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.Points;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** What is wrong with a row, and what is right. Used by one thread. */
final class RowFindings {
  /**
   * A fault.
   *
   * @param where the row and the column, and what is wrong there
   */
  record Finding(Fault fault, String where) {}

  /**
   * A column whose points can be read.
   *
   * @param points in their order, each millisecond once
   * @param single whether it is of one point, by its qualifier
   */
  record DecodedColumn(Cell cell, Points points, boolean single) {}

  private final List<Finding> findings = new ArrayList<>();
  private final List<DecodedColumn> readable = new ArrayList<>();
  private final List<Cell> unreadable = new ArrayList<>();
  private boolean wholeRow;

  void add(Fault fault, String where) {
    findings.add(new Finding(fault, where));
  }

  /** Nothing of the row can be used. */
  void addRow(Fault fault, String where) {
    add(fault, where);
    wholeRow = true;
  }

  void addUnreadable(Fault fault, Cell cell, String where) {
    add(fault, where);
    unreadable.add(cell);
  }

  void addReadable(DecodedColumn column) {
    readable.add(column);
  }

  List<Finding> findings() {
    return findings;
  }

  List<DecodedColumn> readable() {
    return readable;
  }

  List<Cell> unreadable() {
    return unreadable;
  }

  boolean isWholeRow() {
    return wholeRow;
  }

  boolean has(Fault.Cure cure) {
    return findings.stream().anyMatch(each -> each.fault().cure() == cure);
  }
}
