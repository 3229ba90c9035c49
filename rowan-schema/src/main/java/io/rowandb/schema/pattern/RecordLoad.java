package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;

/** Writes new records through HBase's buffer. Used once, by one thread. */
final class RecordLoad<R> {
  /** How often rows are sent within a lease, whatever the buffer still takes. */
  private static final int FLUSHES_OF_LEASE = 4;

  // Fixed at construction.
  private final TableDesign<R> design;
  private final BufferedMutator mutator;
  private final Writer<R> writer;
  private final long flushNanos;

  private long flushedNanos = System.nanoTime();

  /**
   * Of a table.
   *
   * @param lease how long rows may go by the design that was seen before them
   */
  RecordLoad(TableDesign<R> design, BufferedMutator mutator, Writer<R> writer, Duration lease) {
    this.design = design;
    this.mutator = mutator;
    this.writer = writer;
    flushNanos = lease.toNanos() / FLUSHES_OF_LEASE;
  }

  /** Gives how many there were. */
  long load(Stream<R> records) throws IOException {
    long count = 0;
    List<R> some = new ArrayList<>();
    for (Iterator<R> each = records.iterator(); each.hasNext(); count++) {
      some.add(design.taken(each.next()));
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
    boolean hasEntries = !design.indexes().isEmpty(); // which grow old while their rows wait
    if (hasEntries || System.nanoTime() - flushedNanos >= flushNanos) {
      mutator.flush();
      flushedNanos = System.nanoTime();
    }
  }
}
