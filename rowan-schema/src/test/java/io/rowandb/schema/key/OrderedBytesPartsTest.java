package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** The parts write and read what HBase's OrderedBytes writes, in both orders. */
class OrderedBytesPartsTest {
  private static final int ENOUGH = 100;

  /** A method of OrderedBytes. */
  private interface Encoder<T> {
    int encode(PositionedByteRange target, T value, Order order);
  }

  private static <T> void assertAsOrderedBytes(KeyPart<T> part, T value, Encoder<T> encoder) {
    assertSame(part, value, encoder, Order.ASCENDING);
    assertSame(Parts.descending(part), value, encoder, Order.DESCENDING);
  }

  private static <T> void assertSame(KeyPart<T> part, T value, Encoder<T> encoder, Order order) {
    PositionedByteRange range = new SimplePositionedMutableByteRange(ENOUGH);
    int length = encoder.encode(range, value, order);
    byte[] expected = Arrays.copyOf(range.getBytes(), length);
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    assertThat(out.toByteArray()).isEqualTo(expected);
    assertThat(part.read(new KeyReader(expected))).isEqualTo(value);
  }

  @Provide
  Arbitrary<String> texts() {
    return PartValues.texts().filter(text -> text.indexOf('\0') < 0);
  }

  @Provide
  Arbitrary<byte[]> blobs() {
    return PartValues.byteArrays(0, 40);
  }

  @Property
  void integers(@ForAll byte tiny, @ForAll short small, @ForAll int number, @ForAll long big) {
    assertAsOrderedBytes(OrderedBytesParts.int8(), tiny, OrderedBytes::encodeInt8);
    assertAsOrderedBytes(OrderedBytesParts.int16(), small, OrderedBytes::encodeInt16);
    assertAsOrderedBytes(OrderedBytesParts.int32(), number, OrderedBytes::encodeInt32);
    assertAsOrderedBytes(OrderedBytesParts.int64(), big, OrderedBytes::encodeInt64);
  }

  @Property
  void floats(@ForAll int bits, @ForAll long moreBits) {
    assertAsOrderedBytes(
        OrderedBytesParts.float32(), Float.intBitsToFloat(bits), OrderedBytes::encodeFloat32);
    assertAsOrderedBytes(
        OrderedBytesParts.float64(),
        Double.longBitsToDouble(moreBits),
        OrderedBytes::encodeFloat64);
  }

  @Provide
  Arbitrary<BigDecimal> decimals() {
    return PartValues.decimals();
  }

  @Property
  void numeric(@ForAll @From("decimals") BigDecimal value, @ForAll long number) {
    assertAsOrderedBytes(OrderedBytesParts.numeric(), value, OrderedBytes::encodeNumeric);
    assertAsOrderedBytes(OrderedBytesParts.numericLong(), number, OrderedBytes::encodeNumeric);
  }

  @Property
  void text(@ForAll @From("texts") String text) {
    assertAsOrderedBytes(OrderedBytesParts.text(), text, OrderedBytes::encodeString);
  }

  @Property
  void blobVar(@ForAll @From("blobs") byte[] bytes) {
    assertAsOrderedBytes(OrderedBytesParts.blobVar(), bytes, OrderedBytes::encodeBlobVar);
  }
}
