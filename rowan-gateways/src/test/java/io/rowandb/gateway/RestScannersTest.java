package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.junit.jupiter.api.Test;

/** Scanners of the REST gateway, each of a request of 50 KB, where there is room for four. */
class RestScannersTest {
  private static final int REQUEST_BYTES = 50_000;

  private final GatewayMemory memory = new GatewayMemory(4_000_000);

  /** Those that were closed. */
  private final List<ResultScanner> closed = new ArrayList<>();

  /** What a scanner throws once, or null. */
  private Throwable failure;

  /** A scanner at its end, which may fail first. */
  private ResultScanner empty() {
    return (ResultScanner)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ResultScanner.class},
            (self, method, arguments) -> {
              if (method.getName().equals("close")) {
                closed.add((ResultScanner) self);
              }
              if (method.getName().equals("next") && failure != null) {
                Throwable thrown = failure;
                failure = null;
                throw thrown;
              }
              return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(self);
                case "equals" -> self == arguments[0];
                default -> null;
              };
            });
  }

  @Test
  void thatWhichWasNotUsedTheLongestGivesWay() throws IOException {
    RestScanners scanners = new RestScanners(memory, 0);
    memory.atLack(missing -> scanners.closeOneUnused());
    List<RestScanner> open = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      open.add(scanners.add(empty(), REQUEST_BYTES));
    }
    assertThat(open.get(0).next()).isNull();
    RestScanner last = scanners.add(empty(), REQUEST_BYTES);
    assertThat(closed).hasSize(1);
    assertThatThrownBy(() -> open.get(1).next())
        .isInstanceOf(WebApplicationException.class)
        .hasStackTraceContaining("others needed its room");
    assertThat(open.get(0).next()).isNull();
    assertThat(last.next()).isNull();
    open.forEach(RestScanner::close);
    last.close();
    assertThat(memory.taken()).isZero();
  }

  /** The row that failed is missing: nobody may take what follows for the next one. */
  @Test
  void aScannerThatFailedIsClosedAndSaysSo() throws IOException {
    RestScanners scanners = new RestScanners(memory, 0);
    memory.atLack(missing -> scanners.closeOneUnused());
    for (Throwable each :
        List.of(
            new IOException("once"),
            new IllegalStateException("once"),
            new AssertionError("once"))) {
      RestScanner scanner = scanners.add(empty(), REQUEST_BYTES);
      failure = each;
      assertThatThrownBy(scanner::next).hasStackTraceContaining("once");
      assertThatThrownBy(scanner::next)
          .isInstanceOf(WebApplicationException.class)
          .hasStackTraceContaining("once");
    }
    assertThat(closed).hasSize(3);
    assertThat(memory.taken()).isZero();
  }

  /** The same at the Thrift gateway. */
  @Test
  void aScannerOfThriftThatFailedIsClosedAndSaysSo() throws IOException {
    OpenScanners scanners =
        new OpenScanners(GatewayLimits.of(new Configuration(false)), memory, Long.MAX_VALUE);
    for (Throwable each :
        List.of(
            new IOException("once"),
            new IllegalStateException("once"),
            new AssertionError("once"))) {
      ResultScanner scanner = scanners.add(empty());
      failure = each;
      assertThatThrownBy(scanner::next).isSameAs(each);
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("once");
    }
    assertThat(Set.copyOf(closed)).hasSize(3);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void othersAreRefusedAsLongAsAllAreNew() throws IOException {
    RestScanners scanners = new RestScanners(memory, 3_600_000);
    memory.atLack(missing -> scanners.closeOneUnused());
    for (int i = 0; i < 4; i++) {
      scanners.add(empty(), REQUEST_BYTES);
    }
    assertThatThrownBy(() -> scanners.add(empty(), REQUEST_BYTES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(GatewayLimits.TOTAL_BYTES_KEY);
    assertThat(closed).hasSize(1);
    assertThat(scanners.add(empty(), 0).next()).isNull();
  }
}
