package io.rowandb.testkit.crash;

import static io.rowandb.testkit.crash.KilledRows.A;
import static io.rowandb.testkit.crash.KilledRows.ABSENT;
import static io.rowandb.testkit.crash.KilledRows.C;
import static io.rowandb.testkit.crash.KilledRows.N;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes for ever: puts, deletes, checked puts and batches in rows of its own, increments of
 * counters that it shares; half of them with FSYNC_WAL. Before each write it says so in its {@link
 * AckFile}, and after it that it was acknowledged.
 */
final class LoaderThread {
  private static final int MAX_BATCH = 8;

  private final Connection connection;
  private final int thread;
  private final AckFile acks;
  private final Runnable acknowledged;
  private final Random random;
  private long number;

  LoaderThread(Connection connection, int thread, long round, AckFile acks, Runnable acknowledged) {
    this.connection = connection;
    this.thread = thread;
    this.acks = acks;
    this.acknowledged = acknowledged;
    this.random = new Random(round * KilledRows.THREADS + thread);
    this.number = round * KilledRows.ROUND;
  }

  void run() throws IOException, InterruptedException {
    try (Table table = connection.getTable(KilledRows.TABLE)) {
      while (true) {
        number++;
        switch (random.nextInt(10)) {
          case 0 -> increment(table);
          case 1 -> write(table, new RowChange(row(), false));
          case 2 -> writeChecked(table, row());
          case 3 -> writeBatch(table);
          default -> write(table, new RowChange(row(), true));
        }
        acknowledged.run();
      }
    }
  }

  private void write(Table table, RowChange change) throws IOException, InterruptedException {
    acks.trying(number, List.of(change));
    Row mutation = KilledRows.mutation(change, number, durability());
    table.batch(List.of(mutation), new Object[1]);
    acks.acknowledged();
  }

  private void writeBatch(Table table) throws IOException, InterruptedException {
    TreeSet<String> rows = new TreeSet<>();
    for (int i = random.nextInt(MAX_BATCH) + 2; i > 0; i--) {
      rows.add(row());
    }
    List<RowChange> changes = new ArrayList<>();
    List<Row> mutations = new ArrayList<>();
    for (String row : rows) {
      RowChange change = new RowChange(row, random.nextInt(5) > 0);
      changes.add(change);
      mutations.add(KilledRows.mutation(change, number, durability()));
    }
    acks.trying(number, changes);
    table.batch(mutations, new Object[mutations.size()]);
    acks.acknowledged();
  }

  /** Nobody else writes the row, so what was read must still be so. */
  private void writeChecked(Table table, String row) throws IOException {
    byte[] key = Bytes.toBytes(row);
    long before = KilledRows.number(table.get(new Get(key)));
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(key);
    check =
        before == ABSENT ? check.ifNotExists(A, N) : check.ifEquals(A, N, Bytes.toBytes(before));
    acks.trying(number, List.of(new RowChange(row, true)));
    Put put = KilledRows.put(row, number).setDurability(durability());
    if (!table.checkAndMutate(check.build(put)).isSuccess()) {
      throw new IllegalStateException("Row " + row + " does not have the " + before + " just read");
    }
    acks.acknowledged();
  }

  private void increment(Table table) throws IOException {
    String counter = KilledRows.counter(random.nextInt(KilledRows.COUNTERS));
    acks.incrementing(counter);
    Increment increment =
        new Increment(Bytes.toBytes(counter)).addColumn(A, C, 1).setDurability(durability());
    acks.acknowledged(Bytes.toLong(table.increment(increment).getValue(A, C)));
  }

  private String row() {
    return KilledRows.row(thread, random.nextInt(KilledRows.ROWS_PER_THREAD));
  }

  private Durability durability() {
    return random.nextBoolean() ? Durability.SYNC_WAL : Durability.FSYNC_WAL;
  }
}
