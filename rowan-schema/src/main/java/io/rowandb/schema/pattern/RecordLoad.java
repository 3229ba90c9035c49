package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.BufferedMutator;

/**
 * Writes new records through HBase's buffer. Used by one thread.
 *
 * @param steps begins a write
 */
record RecordLoad<R>(
    TableDesign<R> design, BufferedMutator mutator, Supplier<WriteSteps<R>> steps) {
  /** Gives how many there were. */
  long load(Stream<R> records) throws IOException {
    long count = 0;
    List<R> some = new ArrayList<>();
    for (Iterator<R> each = records.iterator(); each.hasNext(); count++) {
      some.add(design.present(each.next()));
      if (some.size() == RowBatch.ROWS || !each.hasNext()) {
        load(some);
        some.clear();
      }
    }
    return count;
  }

  private void load(List<R> some) throws IOException {
    WriteSteps<R> write = steps.get();
    write.before(some);
    write.checkTime();
    for (R record : some) {
      mutator.mutate(design.writeNew(record).put());
    }
    if (!design.indexes().isEmpty()) {
      mutator.flush(); // else entries grow old while their rows wait for more records
    }
    write.settle();
  }
}
