package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/**
 * Writes and deletes records, each in this order: entries of indexes, details in rows of their own,
 * the row, details that go, claims of unique entries that are done. Wherever a client dies, what
 * comes before the row does no harm, and what comes behind it is done by a later write or after a
 * while. Used by one thread.
 */
final class RecordWriter<R> {
  /** Rows of one call to the servers. */
  private static final int BATCH = RowBatch.ROWS;

  // Fixed at construction.
  private final Table table;
  private final TableDesign<R> design;
  private final IndexKeeper<R> keeper;
  private final DetailKeeper<R> details;
  private final Removals removals;

  RecordWriter(
      Table table,
      TableDesign<R> design,
      IndexKeeper<R> keeper,
      DetailKeeper<R> details,
      Removals removals) {
    this.removals = removals;
    this.table = table;
    this.design = design;
    this.keeper = keeper;
    this.details = details;
  }

  /** The steps of one write that another may come before, though it was called later. */
  WriteSteps<R> steps() {
    return new WriteSteps<>(design, keeper, details, removals, /* own= */ false);
  }

  private WriteSteps<R> ownSteps() {
    return new WriteSteps<>(design, keeper, details, removals, /* own= */ true);
  }

  void put(R record) throws IOException {
    List<R> one = List.of(design.present(record));
    Row row = details.changes(one).get(0);
    WriteSteps<R> steps = ownSteps();
    steps.before(one);
    steps.checkTime();
    if (row instanceof Put put) {
      table.put(put);
    } else {
      table.mutateRow((RowMutations) row);
    }
    steps.written();
    steps.after(record);
    noteRemovals(List.of(row));
    steps.settle();
  }

  private void noteRemovals(List<Row> rows) {
    for (Row row : rows) {
      if (!(row instanceof Put)) {
        removals.add(row.getRow());
      }
    }
  }

  void putAll(Iterable<R> records) throws IOException {
    List<R> some = new ArrayList<>();
    for (R record : Given.notNull(records, "what is to be put into " + design.name())) {
      some.add(design.present(record));
      if (some.size() == BATCH) {
        putSome(some);
      }
    }
    putSome(some);
  }

  private void putSome(List<R> some) throws IOException {
    List<R> written = details.lastOfEach(some);
    List<Row> rows = details.changes(written);
    WriteSteps<R> steps = ownSteps();
    steps.before(written);
    steps.checkTime();
    RowBatch.write(table, rows);
    steps.written();
    for (R record : written) {
      steps.after(record);
    }
    noteRemovals(rows);
    steps.settle();
    some.clear();
  }

  /** Writes new records through HBase's buffer. */
  long load(BufferedMutator mutator, Stream<R> records) throws IOException {
    long count = 0;
    List<R> some = new ArrayList<>();
    for (Iterator<R> each = records.iterator(); each.hasNext(); count++) {
      some.add(design.present(each.next()));
      if (some.size() == BATCH || !each.hasNext()) {
        loadSome(mutator, some);
        some.clear();
      }
    }
    return count;
  }

  private void loadSome(BufferedMutator mutator, List<R> some) throws IOException {
    WriteSteps<R> steps = steps();
    steps.before(some);
    steps.checkTime();
    for (R record : some) {
      mutator.mutate(design.writeNew(record).put());
    }
    if (!design.indexes().isEmpty()) {
      mutator.flush(); // else entries grow old while their rows wait for more records
    }
    steps.settle();
  }

  void delete(R record) throws IOException {
    byte[] row = design.key().encode(design.present(record));
    WriteSteps<R> steps = ownSteps();
    steps.beforeDelete(List.of(row));
    steps.checkTime();
    table.delete(new Delete(row));
    steps.written();
    details.removeAll(row);
    removals.add(row);
  }
}
