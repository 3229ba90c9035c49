package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scan that failed shows nothing more: what made it fail may have eaten cells and rows. */
class FailedScanTest extends DoorTest {
  /** What {@link FailsOnce} throws next, or null. */
  private static Failure next;

  /** What a filter may throw. */
  enum Failure {
    EXCEPTION {
      @Override
      void raise() throws IOException {
        throw new IOException("once");
      }
    },
    UNCHECKED {
      @Override
      void raise() {
        throw new IllegalStateException("once");
      }
    },
    ASSERTION {
      @Override
      void raise() {
        throw new AssertionError("once");
      }
    },
    MEMORY {
      @Override
      void raise() {
        throw new OutOfMemoryError("once");
      }
    },
    LINKAGE {
      @Override
      void raise() {
        throw new NoClassDefFoundError("once");
      }
    };

    abstract void raise() throws IOException;
  }

  /** Passes everything, but fails once: at qualifier 3, or when a region is opened. */
  public static final class FailsOnce extends FilterBase {
    private final boolean atOpening;

    FailsOnce(boolean atOpening) {
      this.atOpening = atOpening;
    }

    /** As HBase's server calls it. */
    public static Filter parseFrom(byte[] bytes) {
      return new FailsOnce(bytes[0] != 0);
    }

    @Override
    public byte[] toByteArray() {
      return new byte[] {(byte) (atOpening ? 1 : 0)};
    }

    @Override
    public ReturnCode filterCell(Cell cell) throws IOException {
      if (!atOpening && CellUtil.matchingQualifier(cell, bytes("3"))) {
        fail();
      }
      return ReturnCode.INCLUDE;
    }

    @Override
    public boolean isFamilyEssential(byte[] family) throws IOException {
      if (atOpening) {
        fail();
      }
      return true;
    }

    private static void fail() throws IOException {
      Failure failure = next;
      next = null;
      if (failure != null) {
        failure.raise();
      }
    }
  }

  @BeforeEach
  void fill() throws IOException {
    table.put(put("a", "f:1", "v"));
    for (String qualifier : new String[] {"1", "2", "3", "4"}) {
      table.put(put("b", "f:" + qualifier, "v"));
    }
    table.put(put("c", "f:1", "v"));
  }

  @ParameterizedTest
  @EnumSource
  void noRowFollowsTheOneThatFailed(Failure failure) throws IOException {
    next = failure;
    try (ResultScanner scanner = table.getScanner(new Scan().setFilter(new FailsOnce(false)))) {
      assertThat(text(scanner.next())).isEqualTo("a{f:1=v}");
      assertThatThrownBy(scanner::next).hasStackTraceContaining("once");
      assertThatItIsOver(scanner);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "EXCEPTION", mode = EnumSource.Mode.EXCLUDE)
  void noRowFollowsAnOpeningThatFailed(Failure failure) throws IOException {
    next = failure;
    Scan scan = new Scan().setFilter(new FailsOnce(true)).setLoadColumnFamiliesOnDemand(true);
    try (ResultScanner scanner = table.getScanner(scan)) {
      assertThatThrownBy(scanner::next).hasStackTraceContaining("once");
      assertThatItIsOver(scanner);
    }
  }

  /**
   * HBase's client repeats a call that failed with an Error, and its scanner is closed by then: the
   * program must not learn that instead.
   */
  @ParameterizedTest
  @EnumSource(names = "EXCEPTION", mode = EnumSource.Mode.EXCLUDE)
  void theCompleteDoorNamesWhatFailed(Failure failure) throws IOException {
    CompleteDoor.configure(conf);
    next = failure;
    Scan scan = new Scan().setFilter(new FailsOnce(false)).setCaching(1);
    try (Connection complete = another();
        Table same = complete.getTable(T);
        ResultScanner scanner = same.getScanner(scan)) {
      assertThat(text(scanner.next())).isEqualTo("a{f:1=v}");
      assertThatThrownBy(scanner::next)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("once")
          .hasRootCauseMessage("once");
    }
  }

  private void assertThatItIsOver(ResultScanner scanner) throws IOException {
    assertThat(connection.store().database().openScanners()).isZero();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("an earlier call failed")
          .hasMessageContaining("once")
          .hasStackTraceContaining("Caused by: ");
    }
    assertThat(scanner.renewLease()).isFalse();
  }

  @Test
  void aScanEndsWithItsConnectionAlsoWhereOthersHaveTheStoreOpen() throws IOException {
    ResultScanner scanner;
    try (Connection other = ConnectionFactory.createConnection(connection.getConfiguration());
        Table same = other.getTable(table.getName())) {
      scanner = same.getScanner(new Scan());
      assertThat(scanner.next()).isNotNull();
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The connection of the scanner is closed");
    }
    scanner.close();
    assertThat(rows(new Scan())).isNotEmpty();
  }
}
