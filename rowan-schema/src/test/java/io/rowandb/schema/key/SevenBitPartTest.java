package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** Where the order of OrderedBytes's blobs is that of their bytes, and where not. */
class SevenBitPartTest {
  private static final int ENOUGH = 20;

  @Provide
  Arbitrary<byte[]> bytes() {
    return PartValues.byteArrays(0, 9);
  }

  @Example
  void isTheDrawing() {
    KeyWriter out = new KeyWriter();
    new SevenBitPart().write(new byte[] {-1, 1}, out);
    assertThat(out.toByteArray()).containsExactly(0b1111_1111, 0b1100_0000, 0b0010_0000);
  }

  @Example
  void aShorterOneIsBeforeALesserLongerOne() {
    byte[] one = {1};
    byte[] zeros = {0, 0};
    assertThat(Arrays.compareUnsigned(one, zeros)).isPositive();
    assertThat(Arrays.compareUnsigned(byHBase(one), byHBase(zeros))).isNegative();
    assertThat(new SevenBitPart().order().compare(one, zeros)).isNegative();
  }

  private static byte[] byHBase(byte[] value) {
    PositionedByteRange range = new SimplePositionedMutableByteRange(ENOUGH);
    int length = OrderedBytes.encodeBlobVar(range, value, Order.ASCENDING);
    return Arrays.copyOf(range.getBytes(), length);
  }

  @Property
  void thoseOfOneLengthAreInOrder(
      @ForAll @From("bytes") byte[] a, @ForAll @From("bytes") byte[] other) {
    byte[] b = Arrays.copyOf(other, a.length);
    assertThat(Integer.signum(new SevenBitPart().order().compare(a, b)))
        .isEqualTo(Integer.signum(Arrays.compareUnsigned(a, b)));
  }

  @Property
  void theBeginningIsBeforeTheWhole(
      @ForAll @From("bytes") byte[] whole, @ForAll @From("bytes") byte[] other) {
    Assume.that(other.length < whole.length);
    byte[] beginning = Arrays.copyOf(whole, other.length);
    assertThat(new SevenBitPart().order().compare(beginning, whole)).isNegative();
  }
}
