package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.hbase.util.Bytes;

/** The parts write what HBase's Bytes writes. */
class HBaseBytesPartsTest {
  private static <T> byte[] written(KeyPart<T> part, T value) {
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    return out.toByteArray();
  }

  @Provide
  Arbitrary<String> texts() {
    return PartValues.texts();
  }

  @Property
  void integers(@ForAll short number, @ForAll int wider, @ForAll long widest) {
    assertThat(written(HBaseBytesParts.int16(), number)).isEqualTo(Bytes.toBytes(number));
    assertThat(written(HBaseBytesParts.int32(), wider)).isEqualTo(Bytes.toBytes(wider));
    assertThat(written(HBaseBytesParts.int64(), widest)).isEqualTo(Bytes.toBytes(widest));
  }

  @Property
  void floats(@ForAll int bits, @ForAll long moreBits) {
    float number = Float.intBitsToFloat(bits);
    double wider = Double.longBitsToDouble(moreBits);
    assertThat(written(HBaseBytesParts.float32(), number)).isEqualTo(Bytes.toBytes(number));
    assertThat(written(HBaseBytesParts.float64(), wider)).isEqualTo(Bytes.toBytes(wider));
  }

  @Example
  void booleans() {
    assertThat(written(HBaseBytesParts.bool(), true)).isEqualTo(Bytes.toBytes(true));
    assertThat(written(HBaseBytesParts.bool(), false)).isEqualTo(Bytes.toBytes(false));
  }

  @Property
  void text(@ForAll @From("texts") String text) {
    assertThat(written(HBaseBytesParts.textToEnd(), text)).isEqualTo(Bytes.toBytes(text));
  }

  @Example
  void negativeNumbersSortBehindTheOthers() {
    assertThat(HBaseBytesParts.int32().order().compare(-1, Integer.MAX_VALUE)).isPositive();
    assertThat(HBaseBytesParts.float64().order().compare(-1.0, -2.0)).isNegative();
  }
}
