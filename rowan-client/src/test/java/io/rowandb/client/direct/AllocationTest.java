package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the fast door allocates in the calling thread, after some repetitions and beyond the objects
 * of HBase that the caller made: the one copy of a value on its way to a {@code Result}, and for a
 * put little more than what its cells take in the memstore.
 */
class AllocationTest extends DoorTest {
  private static final int MEGABYTE = 1 << 20;

  /** What a call may cost besides the bytes of its cells: descriptions of requests and results. */
  private static final int CALL_BYTES = 4096;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Work in this thread. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  @Test
  void aLargeValueIsCopiedOnceFromMemStoreAndFromBlock() throws IOException {
    byte[] value = new byte[MEGABYTE];
    table.put(new Put(bytes("row")).addColumn(bytes("f"), bytes("q"), value));
    for (String source : List.of("memstore", "block")) {
      if (source.equals("block")) {
        try (var admin = connection.getAdmin()) {
          admin.flush(T);
        }
      }
      Get get = new Get(bytes("row"));
      long bytes = leastAllocated(20, () -> read(table.get(get)));
      assertThat(bytes)
          .as("get from %s", source)
          .isBetween((long) MEGABYTE, MEGABYTE + 2L * CALL_BYTES);
      long scanned =
          leastAllocated(
              20,
              () -> {
                try (ResultScanner scanner = table.getScanner(new Scan())) {
                  read(scanner.next());
                }
              });
      assertThat(scanned)
          .as("scan of %s", source)
          .isBetween((long) MEGABYTE, MEGABYTE + 4L * CALL_BYTES);
    }
  }

  /** A bound on everything: the copy of a cell in the memstore and its place in the index too. */
  @Tag("slow")
  @Test
  void aPutAllocatesLittle() throws IOException {
    long narrow = bytesPerPut(1);
    long wide = bytesPerPut(101);
    assertThat(narrow).as("bytes of a put").isLessThan(CALL_BYTES / 4);
    assertThat((wide - narrow) / 100).as("%d and %d bytes a put", narrow, wide).isLessThan(160);
  }

  private long bytesPerPut(int cells) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      puts.add(row(i, cells));
    }
    long bytes =
        leastAllocated(
            50,
            () -> {
              for (Put put : puts) {
                table.put(put);
              }
            });
    return bytes / puts.size();
  }

  private static Put row(int number, int cells) {
    Put put = new Put(Bytes.toBytes(number));
    for (int i = 0; i < cells; i++) {
      put.addColumn(bytes("f"), Bytes.toBytes(i), 1, Bytes.toBytes(number));
    }
    return put;
  }

  private static void read(Result result) {
    assertThat(result.rawCells()[0].getValueLength()).isEqualTo(MEGABYTE);
  }

  /** The least of several runs: the others warm up, or fetch a new chunk for the memstore. */
  private static long leastAllocated(int runs, Work work) throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < runs; i++) {
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      work.run();
      least =
          Math.min(least, THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
    }
    return least;
  }
}
