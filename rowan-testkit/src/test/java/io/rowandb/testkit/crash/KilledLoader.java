package io.rowandb.testkit.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The process that {@link KillTest} kills: {@link LoaderThread}s write for ever, while a {@link
 * Regrouper} splits and merges regions and a {@link BulkLoader} loads files. What was acknowledged
 * stands in each thread's {@link AckFile}; standard output only tells how much it is, so that the
 * parent knows when to kill.
 */
final class KilledLoader {
  /** A line of standard output stands for so many acknowledgements. */
  static final int ACKNOWLEDGEMENTS_PER_LINE = 50;

  /** What such a line is; a logging library may print others. */
  static final String PROGRESS = "acknowledged " + ACKNOWLEDGEMENTS_PER_LINE;

  /** A region is split or merged each time so many writes were acknowledged. */
  private static final int WRITES_PER_REGROUPING = 500;

  /** And files are loaded, if the load before has ended. */
  private static final int WRITES_PER_LOAD = 200;

  // Atomic.
  private final AtomicLong acknowledged = new AtomicLong();
  private final Semaphore regroupings = new Semaphore(0);
  private final Semaphore loads = new Semaphore(0);

  private KilledLoader() {}

  /** Arguments: the store's directory, that of the acknowledgements, the number of the round. */
  public static void main(String[] args) throws Exception {
    new KilledLoader().run(Path.of(args[0]), Path.of(args[1]), Long.parseLong(args[2]));
  }

  private void run(Path store, Path acknowledgements, long round) throws Exception {
    try (Connection connection = KilledRows.connect(store);
        Admin admin = connection.getAdmin()) {
      createTable(admin);
      Lock regions = new ReentrantLock();
      Regrouper regrouper = new Regrouper(admin, round, regions);
      BulkLoader bulkLoader =
          new BulkLoader(
              KilledRows.configuration(store),
              admin,
              store.resolveSibling("files"),
              round,
              new AckFile(AckFile.path(acknowledgements, round, KilledRows.THREADS)),
              regions);
      // The first such calls take seconds, in which nobody would be disturbed.
      admin.getRegions(KilledRows.TABLE);
      bulkLoader.load();
      Thread[] threads = new Thread[KilledRows.THREADS];
      for (int t = 0; t < KilledRows.THREADS; t++) {
        AckFile file = new AckFile(AckFile.path(acknowledgements, round, t));
        LoaderThread loader = new LoaderThread(connection, t, round, file, this::acknowledged);
        threads[t] = new Thread(() -> orDie(loader::run), "loader-" + t);
        threads[t].start();
      }
      start("regrouper", regroupings, regrouper::regroup);
      start("bulk-loader", loads, bulkLoader::load);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private void acknowledged() {
    long count = acknowledged.incrementAndGet();
    if (count % ACKNOWLEDGEMENTS_PER_LINE == 0) {
      System.out.println(PROGRESS);
    }
    if (count % WRITES_PER_REGROUPING == 0) {
      regroupings.release();
    }
    if (count % WRITES_PER_LOAD == 0) {
      loads.release();
    }
  }

  /** Work of a thread. */
  private interface Work {
    void run() throws Exception;
  }

  /** Has work done at each turn, for ever; turns that come meanwhile are one. */
  private static void start(String name, Semaphore turns, Work work) {
    Thread thread = new Thread(() -> orDie(() -> atEachTurn(turns, work)), name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void atEachTurn(Semaphore turns, Work work) throws Exception {
    while (true) {
      turns.acquire();
      turns.drainPermits();
      work.run();
    }
  }

  /** The parent sees the end of the output and the exit code, and fails. */
  private static void orDie(Work work) {
    try {
      work.run();
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(3);
    }
  }

  private static void createTable(Admin admin) throws IOException {
    if (!admin.tableExists(KilledRows.TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(KilledRows.TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(KilledRows.A))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(KilledRows.B))
              .build(),
          new byte[][] {Bytes.toBytes("t4")});
    }
  }
}
