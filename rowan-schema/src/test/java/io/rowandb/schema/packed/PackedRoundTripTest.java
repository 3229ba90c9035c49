package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What was written is read as an equal record. */
class PackedRoundTripTest {
  record Decimal(BigDecimal value) {}

  record Part(String id, Integer a, String b, UnknownFields rest) {}

  @Provide
  Arbitrary<Everything> everything() {
    return Everything.any();
  }

  @Tag("slow")
  @Property
  void recordsOfAllTypes(@ForAll("everything") Everything record) {
    byte[] bytes = Everything.PACKED.encode(record);
    byte[] within = new byte[bytes.length + 5];
    Arrays.fill(within, (byte) 0x0A);
    System.arraycopy(bytes, 0, within, 3, bytes.length);
    Everything read = Everything.PACKED.decode(within, 3, bytes.length);
    Everything.assertEqual(read, record);
    assertThat(Everything.PACKED.encode(read)).isEqualTo(bytes);
  }

  @Property
  void decimalsOfAnyScaleComeBackOrAreRefused(@ForAll BigInteger digits, @ForAll int scale) {
    PackedRecord<Decimal> type = PackedRecord.inOrder(Decimal.class);
    Decimal record = new Decimal(new BigDecimal(digits, scale));
    byte[] bytes;
    try {
      bytes = type.encode(record);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("Decimal.value").hasMessageContaining("exponent");
      assertThat((long) record.value().precision() - scale - 1).isGreaterThan(Integer.MAX_VALUE);
      return;
    }
    assertThat(type.decode(bytes, 0, bytes.length)).isEqualTo(record);
  }

  @Property
  void someComponentsAmongTheValuesOfARecord(@ForAll Integer a) {
    PackedRecord<Part> type =
        PackedRecord.of(Part.class).field(1, Part::a).field(2, Part::b).build();
    Object[] values = {"key", a, null, UnknownFields.none()};
    byte[] bytes = type.encodeValues(values);
    Object[] read = {"other", -1, "old", null};
    type.decodeInto(read, bytes, 0, bytes.length);
    assertThat(read).containsExactly("other", a, null, UnknownFields.none());
    assertThat(type.encode(new Part("key", a, null, UnknownFields.none()))).isEqualTo(bytes);
    assertThat(type.components()).extracting("name").containsExactly("a", "b", "rest");
  }
}
