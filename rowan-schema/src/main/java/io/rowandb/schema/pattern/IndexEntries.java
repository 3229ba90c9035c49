package io.rowandb.schema.pattern;

import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * What is written into indexes, and what an entry means that is there: the decisions of {@link
 * IndexKeeper}'s protocol, without its calls. Immutable.
 */
record IndexEntries<R>(TableDesign<R> design, IndexSettings settings) {
  /** The indexes in the order in which their entries are written: what may be refused first. */
  List<IndexDesign<R>> indexes() {
    return design.indexes().stream()
        .sorted(Comparator.comparing(index -> !index.isUnique()))
        .toList();
  }

  /** The entries of records in one index. */
  List<Entry<R>> of(IndexDesign<R> index, List<R> written) {
    List<Entry<R>> entries = new ArrayList<>();
    for (R each : written) {
      R record = design.asRead(each); // that is what they are verified against
      byte[] row = design.key().encode(record);
      for (byte[] entry : index.entries(record, row)) {
        entries.add(new Entry<>(index, put(index, record, entry, row), row));
      }
    }
    return entries;
  }

  private static <R> Put put(IndexDesign<R> index, R record, byte[] entry, byte[] row) {
    Column column = index.column();
    Put put = new Put(entry).addColumn(column.family(), column.qualifier(), index.value(row));
    if (!index.copied().isEmpty()) {
      Column copies = index.copies();
      put.addColumn(copies.family(), copies.qualifier(), index.copiesOf(record));
    }
    return put;
  }

  /**
   * The present. An entry is judged old by a time before its record was looked up: one that grows
   * old afterwards may be that of a record that has been written since.
   */
  long nowMillis() {
    return settings.clock().millis();
  }

  /** Whether an entry was written so long ago that its writer has written the record, or died. */
  boolean isOld(Result entry, long nowMillis) {
    for (Cell cell : entry.rawCells()) {
      if (nowMillis - cell.getTimestamp() < settings.grace().toMillis()) {
        return false;
      }
    }
    return true;
  }

  /**
   * What removes entries that no record has, those of them that are old enough.
   *
   * @param nowMillis of {@link #nowMillis}, before their records were looked up
   */
  List<Delete> removing(IndexDesign<R> index, List<Result> stale, long nowMillis) {
    List<Delete> deletes = new ArrayList<>();
    for (Result entry : stale) {
      if (isOld(entry, nowMillis)) {
        Delete delete = new Delete(entry.getRow());
        for (Cell cell : entry.rawCells()) { // with the versions before, or they come to light
          delete.addColumns(
              index.column().family(), CellUtil.cloneQualifier(cell), cell.getTimestamp());
        }
        deletes.add(delete);
      }
    }
    return deletes;
  }

  /**
   * An entry that is to be written.
   *
   * @param row that of its record
   */
  record Entry<R>(IndexDesign<R> index, Put put, byte[] row) {
    /**
     * Writes a unique entry if it is still what was seen.
     *
     * @param former what was there; null before anybody looked
     */
    CheckAndMutate claim(Result former) {
      Column column = index.column();
      CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(put.getRow());
      condition.ifNotExists(column.family(), column.qualifier());
      if (former != null && !former.isEmpty()) {
        // not by the value: its owner may have claimed it anew since, and be about to write its row
        long time = former.rawCells()[0].getTimestamp();
        condition.timeRange(TimeRange.from(time + 1));
      }
      return condition.build(put);
    }

    /** Looks for what is there. */
    Get former() throws IOException {
      return new Get(put.getRow()).addFamily(index.family().getName());
    }

    /** Whether what is there is nobody's, or that of the same record. */
    boolean isOwn(Result former) {
      return former.isEmpty() || Arrays.equals(former.value(), row);
    }

    /**
     * Whether what is there is an entry of the record that it names.
     *
     * @param owner null when there is none
     */
    boolean isOf(R owner, Result former) {
      return owner != null && index.has(owner, former.value(), former.getRow());
    }

    /** The refusal. */
    UniqueViolationException takenBy(Result former) {
      return new UniqueViolationException(index.name(), row, former.value());
    }
  }
}
