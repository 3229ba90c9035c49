package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of Phoenix's types as its source describes them (org.apache.phoenix.schema.types,
 * SchemaUtil.getSeparatorByte): no jar of it is at hand to ask.
 */
class PhoenixPartsTest {
  static Stream<Arguments> values() {
    return Stream.of(
        arguments(PhoenixParts.unsignedTinyint(), (byte) 127, "7f"),
        arguments(PhoenixParts.unsignedSmallint(), (short) 258, "0102"),
        arguments(PhoenixParts.unsignedInt(), 66051, "00010203"),
        arguments(PhoenixParts.unsignedLong(), 1L, "0000000000000001"),
        arguments(PhoenixParts.tinyint(), (byte) -128, "00"),
        arguments(PhoenixParts.smallint(), (short) -1, "7fff"),
        arguments(PhoenixParts.integer(), 1, "80000001"),
        arguments(PhoenixParts.bigint(), -1L, "7fffffffffffffff"),
        arguments(PhoenixParts.date(), Instant.ofEpochMilli(1), "8000000000000001"),
        arguments(PhoenixParts.varchar(), "ab", "616200"),
        arguments(PhoenixParts.lastVarchar(), "ab", "6162"),
        arguments(PhoenixParts.character(4), "ab", "61622020"),
        arguments(PhoenixParts.character(2), "ab", "6162"),
        // DESC: all bits inverted, the separator and the padding too.
        arguments(Parts.descending(PhoenixParts.integer()), 1, "7ffffffe"),
        arguments(Parts.descending(PhoenixParts.unsignedLong()), 0L, "ffffffffffffffff"),
        arguments(Parts.descending(PhoenixParts.varchar()), "ab", "9e9dff"),
        arguments(Parts.descending(PhoenixParts.character(4)), "ab", "9e9ddfdf"));
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void isWrittenAndRead(KeyPart<T> part, T value, String hex) {
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(hex);
    assertThat(part.read(new KeyReader(out.toByteArray()))).isEqualTo(value);
  }
}
