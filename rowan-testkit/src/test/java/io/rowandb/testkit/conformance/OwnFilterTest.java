package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Filters of a program's own, and those that cannot be used. */
class OwnFilterTest extends ConformanceTest {
  @BeforeEach
  void write() throws IOException {
    createSplit(List.of("c"), family("f", 1));
    for (String row : List.of("a", "b", "c", "d")) {
      table.put(put(row, "f:q@1=" + row));
    }
  }

  @Test
  void oneThatIsOnTheServersClassPathWorks() throws IOException {
    assertThat(keys(new Scan().setFilter(new EveryOther())))
        .as("counted by region")
        .isEqualTo("a c");
    assertThat(keys(new Scan().setFilter(new FilterList(new EveryOther(), new PageFilter(1)))))
        .isEqualTo("a c");
    assertThat(read(new Get(bytes("b")).setFilter(new EveryOther()))).isEqualTo("f:q@1=b");
  }

  @Test
  void oneThatNobodyCanReadBackIsRefused() {
    assertRefused(new Unreadable());
    assertRefused(new FilterList(new PageFilter(1), new Unreadable()));
  }

  @Test
  void oneThatRefusesIsHeard() {
    assertRefused(new Failing(true));
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "nothing stands between the model and a filter")
  void oneThatDoesNotFitItsLibraryEndsTheRequestOnly() throws IOException {
    assertRefused(new Failing(false));
    assertThat(keys(new Scan())).isEqualTo("a b c d");
  }

  private void assertRefused(Filter filter) {
    assertThatThrownBy(() -> keys(new Scan().setFilter(filter)))
        .isInstanceOf(DoNotRetryIOException.class);
    assertThatThrownBy(() -> table.get(new Get(bytes("a")).setFilter(filter)))
        .isInstanceOf(DoNotRetryIOException.class);
    CheckAndMutate check =
        CheckAndMutate.newBuilder(bytes("a")).ifMatches(filter).build(put("a", "f:q@2=x"));
    assertThatThrownBy(() -> table.checkAndMutate(check)).isInstanceOf(DoNotRetryIOException.class);
  }

  /** Lets every second row through. */
  public static final class EveryOther extends FilterBase {
    private boolean odd;

    @Override
    public boolean filterRowKey(Cell cell) {
      odd = !odd;
      return !odd;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.INCLUDE;
    }

    /** How HBase reads a filter of this class. */
    public static EveryOther parseFrom(byte[] nothing) {
      return new EveryOther();
    }
  }

  /** Fails at the first cell. */
  public static final class Failing extends FilterBase {
    private static final String REFUSED = "refused";
    private final boolean refuses;

    Failing(boolean refuses) {
      this.refuses = refuses;
    }

    @Override
    public byte[] toByteArray() {
      return bytes(refuses ? REFUSED : "");
    }

    @Override
    public ReturnCode filterCell(Cell cell) throws IOException {
      if (refuses) {
        throw new DoNotRetryIOException("on purpose");
      }
      throw new NoSuchMethodError("on purpose");
    }

    /** How HBase reads a filter of this class. */
    public static Failing parseFrom(byte[] sent) {
      return new Failing(Bytes.toString(sent).equals(REFUSED));
    }
  }

  /** Nobody can read it back. */
  public static final class Unreadable extends FilterBase {
    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.INCLUDE;
    }
  }
}
