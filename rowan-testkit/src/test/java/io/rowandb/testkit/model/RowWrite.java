package io.rowandb.testkit.model;

import io.rowandb.testkit.model.VisibleVersions.Purpose;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One atomic write of one row: all its cells have one time and one sequence, and all it reads was
 * there before. Fails whole.
 */
final class RowWrite {
  private final TableContent table;
  private final List<KeyValue> written = new ArrayList<>();
  private final List<Cell> returned = new ArrayList<>();
  private long nowMillis;

  RowWrite(TableContent table, long nowMillis) {
    this.table = table;
    this.nowMillis = nowMillis;
  }

  /** Does the mutations and returns what increments and appends made. */
  Result all(List<? extends Mutation> mutations) throws IOException {
    synchronized (table) {
      for (Mutation mutation : mutations) {
        checkWritable(mutation);
      }
      for (Mutation mutation : mutations) {
        one(mutation);
      }
      // Nothing can fail from here on.
      long sequence = table.nextSequence();
      for (KeyValue cell : written) {
        cell.setSequenceId(sequence);
        table.add(cell);
      }
    }
    return Result.create(returned);
  }

  private void checkWritable(Mutation mutation) throws IOException {
    if (table.descriptor.isReadOnly()) {
      throw new DoNotRetryIOException("region is read only");
    }
    for (byte[] family : mutation.getFamilyCellMap().keySet()) {
      table.family(family);
    }
  }

  private void one(Mutation mutation) throws IOException {
    if (mutation instanceof Delete delete && delete.isEmpty()) {
      for (byte[] family : table.descriptor.getColumnFamilyNames()) {
        add(mutation, family, new byte[0], delete.getTimestamp(), KeyValue.Type.DeleteFamily, null);
      }
      return;
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (mutation instanceof Increment increment) {
          byte[] sum = sum(cell, old(increment.getTimeRange(), cell));
          returned.add(replace(mutation, cell, old(increment.getTimeRange(), cell), sum));
        } else if (mutation instanceof Append append) {
          Cell old = old(append.getTimeRange(), cell);
          byte[] before = old == null ? new byte[0] : CellUtil.cloneValue(old);
          byte[] joined = Bytes.add(before, CellUtil.cloneValue(cell));
          returned.add(replace(mutation, cell, old, joined));
        } else {
          store(mutation, cell);
        }
      }
    }
  }

  private void store(Mutation mutation, Cell cell) throws IOException {
    KeyValue.Type type = KeyValue.Type.codeToType(cell.getType().getCode());
    long time = cell.getTimestamp();
    if (type == KeyValue.Type.Delete && time == HConstants.LATEST_TIMESTAMP) {
      Cell newest = old(TimeRange.allTime(), cell);
      time = newest == null ? nowMillis : newest.getTimestamp();
    }
    byte[] family = CellUtil.cloneFamily(cell);
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    add(mutation, family, qualifier, time, type, CellUtil.cloneValue(cell));
  }

  private static byte[] sum(Cell amount, Cell old) throws IOException {
    if (old != null && old.getValueLength() != Long.BYTES) {
      throw new DoNotRetryIOException(
          "Field is not a long, it's " + old.getValueLength() + " bytes wide");
    }
    long before = old == null ? 0 : Bytes.toLong(CellUtil.cloneValue(old));
    return Bytes.toBytes(before + Bytes.toLong(CellUtil.cloneValue(amount)));
  }

  /** The sum or the joined value wins over what it was made of, also when that is of the future. */
  private Cell replace(Mutation mutation, Cell asked, Cell old, byte[] value) {
    long time = old == null ? nowMillis : Math.max(nowMillis, old.getTimestamp() + 1);
    byte[] family = CellUtil.cloneFamily(asked);
    byte[] qualifier = CellUtil.cloneQualifier(asked);
    return add(mutation, family, qualifier, time, KeyValue.Type.Put, value);
  }

  private Cell add(
      Mutation mutation,
      byte[] family,
      byte[] qualifier,
      long time,
      KeyValue.Type type,
      byte[] value) {
    long stamp = time == HConstants.LATEST_TIMESTAMP ? nowMillis : time;
    List<Tag> tags =
        mutation.getTTL() == Long.MAX_VALUE
            ? List.of()
            : List.of(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(mutation.getTTL())));
    KeyValue cell = new KeyValue(mutation.getRow(), family, qualifier, stamp, type, value, tags);
    written.add(cell);
    return new KeyValue(mutation.getRow(), family, qualifier, stamp, type, value);
  }

  /** The newest visible cell of a column. */
  private Cell old(TimeRange range, Cell column) throws IOException {
    NavigableMap<byte[], List<Cell>> row = table.row(CellUtil.cloneRow(column));
    List<Cell> stored = row.getOrDefault(CellUtil.cloneFamily(column), List.of());
    return new VisibleVersions(
            table.family(CellUtil.cloneFamily(column)), Purpose.READ, range, 1, nowMillis)
        .of(stored).stream()
            .filter(cell -> CellUtil.matchingQualifier(cell, column))
            .findFirst()
            .orElse(null);
  }

  /** Does the action of {@code check} if its condition holds. */
  CheckAndMutateResult check(CheckAndMutate check) throws IOException {
    synchronized (table) {
      Get get =
          new Get(check.getRow())
              .setTimeRange(check.getTimeRange().getMin(), check.getTimeRange().getMax());
      if (check.hasFilter()) {
        get.setFilter(check.getFilter());
      } else {
        get.addColumn(check.getFamily(), check.getQualifier());
      }
      List<Result> found = ModelScan.results(table, new Scan(get), nowMillis);
      boolean holds =
          check.hasFilter()
              ? !found.isEmpty()
              : holds(check, found.isEmpty() ? null : found.get(0));
      if (!holds) {
        return new CheckAndMutateResult(false, null);
      }
      if (!check.hasFilter() && !found.isEmpty()) {
        nowMillis = Math.max(nowMillis, found.get(0).rawCells()[0].getTimestamp());
      }
      List<Mutation> mutations =
          check.getAction() instanceof RowMutations several
              ? several.getMutations()
              : List.of((Mutation) check.getAction());
      Result result = all(mutations);
      return new CheckAndMutateResult(true, result.isEmpty() ? null : result);
    }
  }

  private static boolean holds(CheckAndMutate check, Result found) {
    byte[] stored = found == null ? null : found.value();
    byte[] argument = check.getValue();
    if (argument == null || argument.length == 0) {
      boolean absent = stored == null || stored.length == 0;
      return check.getCompareOp() == CompareOperator.NOT_EQUAL ? !absent : absent;
    }
    if (stored == null) {
      return false;
    }
    int order = Bytes.compareTo(argument, stored);
    return switch (check.getCompareOp()) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
      case NO_OP -> false;
    };
  }
}
