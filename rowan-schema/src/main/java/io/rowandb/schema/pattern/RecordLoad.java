package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;

/** Writes new records through HBase's buffer. Used by one thread. */
record RecordLoad<R>(TableDesign<R> design, BufferedMutator mutator, Writer<R> writer) {
  /** Gives how many there were. */
  long load(Stream<R> records) throws IOException {
    long count = 0;
    List<R> some = new ArrayList<>();
    for (Iterator<R> each = records.iterator(); each.hasNext(); count++) {
      some.add(design.present(each.next()));
      if (some.size() == RowBatch.ROWS || !each.hasNext()) {
        Steps.ended(writer.load(some, this::write));
        some.clear();
      }
    }
    return count;
  }

  private void write(List<Put> rows) throws IOException {
    for (Put row : rows) {
      mutator.mutate(row);
    }
    if (!design.indexes().isEmpty()) {
      mutator.flush(); // else entries grow old while their rows wait for more records
    }
  }
}
