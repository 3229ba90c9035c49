package io.rowandb.testkit.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The process that {@link KillTest} kills: {@link LoaderThread}s write for ever, while another
 * thread splits and merges regions. What was acknowledged stands in each thread's {@link AckFile};
 * standard output only tells how much it is, so that the parent knows when to kill.
 */
final class KilledLoader {
  /** A line of standard output stands for so many acknowledgements. */
  static final int ACKNOWLEDGEMENTS_PER_LINE = 50;

  /** What such a line is; a logging library may print others. */
  static final String PROGRESS = "acknowledged " + ACKNOWLEDGEMENTS_PER_LINE;

  /** A region is split or merged each time so many writes were acknowledged. */
  private static final int WRITES_PER_REGROUPING = 500;

  /** With more than so many regions, they are merged. */
  private static final int MAX_REGIONS = 8;

  // Atomic.
  private final AtomicLong acknowledged = new AtomicLong();
  private final Semaphore turns = new Semaphore(0);

  private KilledLoader() {}

  /** Arguments: the store's directory, that of the acknowledgements, the number of the round. */
  public static void main(String[] args) throws Exception {
    new KilledLoader().run(Path.of(args[0]), Path.of(args[1]), Long.parseLong(args[2]));
  }

  private void run(Path store, Path acknowledgements, long round) throws Exception {
    try (Connection connection = KilledRows.connect(store);
        Admin admin = connection.getAdmin()) {
      createTable(admin);
      // The first such call takes a second, in which nobody would be disturbed.
      admin.getRegions(KilledRows.TABLE);
      Thread[] threads = new Thread[KilledRows.THREADS];
      for (int t = 0; t < KilledRows.THREADS; t++) {
        AckFile file = new AckFile(AckFile.path(acknowledgements, round, t));
        LoaderThread loader = new LoaderThread(connection, t, round, file, this::acknowledged);
        threads[t] = new Thread(() -> orDie(loader::run), "loader-" + t);
        threads[t].start();
      }
      Thread regrouper = new Thread(() -> orDie(() -> regroup(admin, round)), "regrouper");
      regrouper.setDaemon(true);
      regrouper.start();
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
      turns.release();
    }
  }

  /** Work of a thread. */
  private interface Work {
    void run() throws Exception;
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

  private void regroup(Admin admin, long round) throws Exception {
    Random random = new Random(round);
    while (true) {
      turns.acquire();
      List<RegionInfo> regions = admin.getRegions(KilledRows.TABLE);
      int left = random.nextInt(regions.size());
      byte[] region = regions.get(left).getEncodedNameAsBytes();
      try {
        if (regions.size() < MAX_REGIONS || left == 0) {
          admin.splitRegionAsync(region, null).get();
        } else {
          byte[] before = regions.get(left - 1).getEncodedNameAsBytes();
          admin.mergeRegionsAsync(new byte[][] {before, region}, false).get();
        }
      } catch (DoNotRetryIOException e) {
        passOver(e, e);
      } catch (ExecutionException e) {
        passOver(e.getCause(), e);
      }
    }
  }

  /** Too small yet, or not compacted yet: another time. */
  private static void passOver(Throwable refusal, Exception thrown) throws Exception {
    boolean another =
        refusal instanceof MergeRegionException || refusal.toString().contains("splittable");
    if (!another) {
      throw thrown;
    }
  }
}
