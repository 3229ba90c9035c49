package io.rowandb.schema.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.hbase.util.Bytes;

/** Bytes that are written as text, as HBase writes them and as people do. */
class BinaryTextTest {
  @Provide
  Arbitrary<String> encodable() {
    return Texts.encodable().filter(text -> !text.contains("\\x"));
  }

  @Property
  void whatHBaseWritesIsRead(@ForAll byte[] bytes) {
    assertThat(BinaryText.bytes(Bytes.toStringBinary(bytes))).isEqualTo(bytes);
  }

  @Property
  void textIsItsUtf8(@ForAll("encodable") String text) {
    assertThat(BinaryText.bytes(text)).isEqualTo(text.getBytes(UTF_8));
  }

  @Example
  void digitsAreOfEitherCase() {
    assertThat(BinaryText.bytes("a\\xfF\\x00b")).containsExactly('a', 0xFF, 0, 'b');
    assertThat(BinaryText.bytes("\\\\x5C\\n")).containsExactly('\\', '\\', '\\', 'n');
  }

  @Example
  void whatIsNoByteIsRefused() {
    for (String text : List.of("\\x", "a\\x4", "\\xg0", "\\x0\uff11", "\ud800")) {
      assertThatThrownBy(() -> BinaryText.bytes(text)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> BinaryText.bytes("ab\\x4"))
        .hasMessage("\"ab\\x4\" has \\x at 2 without two hexadecimal digits");
  }
}
