package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.DetailStore;
import io.rowandb.schema.pattern.details.RowBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Details that are added to many records, each alone: as {@link Details#put}, with many in a call.
 * Like HBase's {@code BufferedMutator} it keeps them until they are many, or until {@link #flush};
 * until then nobody reads them. The result of {@link RecordTable#detailBuffer}; used by the thread
 * of that table, and valid as long as that is open.
 *
 * <p>Memory: details of 2 MB, or 10,000 of them. Calls: one for 500 details; in a table with marks
 * also one for each record that has details in the buffer, and another if it was written a short
 * time ago. A detail gets the time of its flush, not that of its adding: one of a record that is
 * written, or deleted and written anew, meanwhile is added to the record that is there then.
 *
 * @param <D> the detail
 */
public final class DetailBuffer<D> implements AutoCloseable {
  /** As HBase's clients buffer by default. */
  private static final long MOST_BYTES = 2 << 20;

  /** What small details take beside their bytes is bounded by this. */
  private static final int MOST_DETAILS = 10_000;

  /** What waits for one record: rows that write its details, by the keys of these. */
  private record Waiting<D>(DetailStore<D> store, SortedMap<byte[], Row> rows) {}

  /** Of one record, what is written next. */
  private record Part<D>(DetailStore<D> store, List<Row> rows) {}

  // Fixed at construction.
  private final Function<Object[], DetailStore<D>> stores;

  /** By the row keys of their records. */
  private final Map<ByteBuffer, Waiting<D>> waiting = new LinkedHashMap<>();

  private long bytes;
  private int details;
  private boolean closed;

  /** Writes by these. */
  DetailBuffer(Function<Object[], DetailStore<D>> stores) {
    this.stores = stores;
  }

  /**
   * Adds a detail to a record, or replaces that with the same key; writes what waits if that is
   * much.
   *
   * @param key of the record, as for {@link RecordTable#get}
   * @throws UnwrittenDetailsException as {@link #flush}; this detail may be among them
   * @throws IllegalArgumentException when the key or a value of the detail has no form; the buffer
   *     is as it was
   * @throws IllegalStateException when the buffer is closed
   */
  public void add(D detail, Object... key) throws IOException {
    if (closed) {
      throw new IllegalStateException("the buffer is closed, and takes no detail");
    }
    DetailStore<D> store = stores.apply(key);
    store.place().given(detail);
    byte[] ofDetail = store.place().design().key().encode(detail);
    Row row = store.place().adding(List.of(detail)).next();
    Row former =
        waiting
            .computeIfAbsent(
                ByteBuffer.wrap(store.place().row()),
                record -> new Waiting<>(store, new TreeMap<>(Arrays::compareUnsigned)))
            .rows()
            .put(ofDetail, row);
    bytes += bytesOf(row) - (former == null ? 0 : bytesOf(former));
    details += former == null ? 1 : 0;
    if (bytes > MOST_BYTES || details >= MOST_DETAILS) {
      flush();
    }
  }

  /** Adds details to a record, as {@link #add}. */
  public void addAll(Iterable<? extends D> all, Object... key) throws IOException {
    for (D detail : Given.notNull(all, "what is to be added to a record")) {
      add(detail, key);
    }
  }

  private static long bytesOf(Row row) {
    if (row instanceof RowMutations several) {
      return several.getMutations().stream().mapToLong(Mutation::heapSize).sum();
    }
    return ((Mutation) row).heapSize();
  }

  /** How many details wait. */
  public int waiting() {
    return details;
  }

  /**
   * Writes what waits. When a detail is refused, the others are written all the same; when a call
   * fails as a whole, no other is made. Nothing waits then: what is to be tried again is added
   * again.
   *
   * @throws UnwrittenDetailsException naming the records of which details were not written, or may
   *     not have been; those of all others were
   */
  public void flush() throws IOException {
    List<Waiting<D>> all = List.copyOf(waiting.values());
    waiting.clear();
    bytes = 0;
    details = 0;
    Flush flush = new Flush();
    for (Waiting<D> each : all) {
      for (List<Row> some : RowBatch.of(List.copyOf(each.rows().values()))) {
        flush.add(each.store(), some);
      }
    }
    flush.end();
  }

  /** Writes what waits, call by call. When a call fails as a whole, no other is made. */
  private final class Flush {
    private final List<Part<D>> next = new ArrayList<>();
    private final SortedSet<byte[]> failed = new TreeSet<>(Arrays::compareUnsigned);
    private DetailStore<D> store;
    private Exception failure;
    private boolean stopped;
    private int rows;

    void add(DetailStore<D> nextStore, List<Row> some) {
      store = nextStore;
      if (rows + some.size() > RowBatch.ROWS) {
        write();
      }
      if (stopped) {
        failed.add(store.place().row());
        return;
      }
      try {
        next.add(new Part<>(store, Steps.ended(store.timed(RowBatch.joined(some)))));
        rows += some.size();
      } catch (IOException | RuntimeException e) {
        fail(e, List.of(store.place().row()));
        stopped = true;
      }
    }

    void end() throws IOException {
      write();
      if (failure != null) {
        throw new UnwrittenDetailsException(
            store.place().table().getNameAsString(), List.copyOf(failed), failure);
      }
    }

    private void fail(Exception reason, List<byte[]> records) {
      failed.addAll(records);
      if (failure == null) {
        failure = reason;
      } else {
        failure.addSuppressed(reason);
      }
    }

    private void write() {
      List<Row> all = new ArrayList<>();
      next.forEach(part -> all.addAll(part.rows()));
      try {
        Steps.ended(store == null ? Steps.DONE : store.table().batch(all));
      } catch (IOException | RuntimeException e) {
        List<byte[]> records = recordsOf(e);
        stopped = records.size() == next.size();
        fail(e, records);
      }
      next.forEach(part -> part.store().noteWritten(part.rows()));
      next.clear();
      rows = 0;
    }

    /** Those of the call that failed; all, when it does not say which. */
    private List<byte[]> recordsOf(Exception callFailure) {
      Set<ByteBuffer> unwritten = new HashSet<>();
      if (callFailure instanceof RetriesExhaustedWithDetailsException several) {
        for (int i = 0; i < several.getNumExceptions(); i++) {
          unwritten.add(ByteBuffer.wrap(several.getRow(i).getRow()));
        }
      }
      return next.stream()
          .filter(
              part ->
                  unwritten.isEmpty()
                      || part.rows().stream()
                          .anyMatch(row -> unwritten.contains(ByteBuffer.wrap(row.getRow()))))
          .map(part -> part.store().place().row())
          .toList();
    }
  }

  /** Writes what waits, and takes no more. A second time it does nothing. */
  @Override
  public void close() throws IOException {
    closed = true;
    flush();
  }
}
