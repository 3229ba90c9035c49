package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;
import org.junit.jupiter.api.Test;

/**
 * Scanners that another request closes while one reads from them: HBase's then looks as if it were
 * at its end, and the reader must not be told so.
 */
class ClosedScannersTest {
  private final GatewayMemory memory = new GatewayMemory(4_000_000);

  /** Gives its end when it is closed, and not before. */
  private static final class Waiting implements ResultScanner {
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public Result next() throws IOException {
      reading.countDown();
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
      return null;
    }

    @Override
    public void close() {
      closed.countDown();
    }

    @Override
    public boolean renewLease() {
      return false;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }

  /** What a read gives that begins before the scanner is closed and ends afterwards. */
  private static <T> T readAndClose(Waiting behind, ResultScanner scanner, Callable<T> read)
      throws Exception {
    FutureTask<T> task = new FutureTask<>(read);
    Thread reader = new Thread(task, "reader");
    reader.start();
    behind.reading.await();
    scanner.close();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw (Exception) e.getCause();
    }
  }

  @Test
  void overRestItIsGone() throws Exception {
    Waiting behind = new Waiting();
    RestScanner scanner = new RestScanners(memory, 0).add(behind, 0);
    assertThatThrownBy(() -> readAndClose(behind, scanner, scanner::next))
        .satisfies(ClosedScannersTest::assertGone);
    assertThatThrownBy(scanner::next).satisfies(ClosedScannersTest::assertGone);
    assertThat(memory.taken()).isZero();
  }

  private static void assertGone(Throwable failure) {
    assertThat(failure).isInstanceOf(WebApplicationException.class);
    WebApplicationException answered = (WebApplicationException) failure;
    assertThat(answered.getResponse().getStatus()).isEqualTo(Status.GONE.getStatusCode());
    assertThat(answered.getResponse().getEntity())
        .asString()
        .contains("The scanner was closed by another request");
  }

  @Test
  void overThriftItIsAnError() throws Exception {
    OpenScanners scanners =
        new OpenScanners(GatewayLimits.of(new Configuration(false)), memory, Long.MAX_VALUE);
    for (int rows : new int[] {1, 10}) {
      Waiting behind = new Waiting();
      ResultScanner scanner = scanners.add(behind);
      assertThatThrownBy(() -> readAndClose(behind, scanner, () -> scanner.next(rows)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("The scanner was closed by another request");
      assertThatThrownBy(() -> scanner.next(rows))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("The scanner was closed by another request");
      assertThat(memory.taken()).isZero();
    }
  }
}
