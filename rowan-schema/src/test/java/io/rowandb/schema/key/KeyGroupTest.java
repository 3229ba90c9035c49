package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Which rows are a group, and where regions may begin so that none is divided. */
class KeyGroupTest {
  record Line(String order, String shop, int number) {}

  private static KeyGroup<Line> group(RowKey<Line> key, String... fields) {
    return key.group(Arrays.stream(fields).map(key.shape()::component).collect(Collectors.toSet()));
  }

  private static String cut(KeyGroup<Line> group, byte[] row) {
    return Bytes.toStringBinary(group.cut(row));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aFixedWidth() {
    RowKey<Line> key =
        RowKey.of(Line.class)
            .part(Line::shop, Parts.fixedText(3))
            .part(Line::number)
            .part(Line::order, Parts.textToEnd())
            .build();
    assertThat(group(key, "shop").width()).hasValue(3);
    assertThat(group(key, "shop", "number").width()).hasValue(7);
    assertThat(group(key, "shop").delimiter()).isEmpty();
    assertThat(cut(group(key, "shop"), bytes("abcdef"))).isEqualTo("abc");
    assertThat(cut(group(key, "shop"), bytes("ab"))).isEqualTo("ab");
  }

  @Test
  void aTextWithAnEnd() {
    RowKey<Line> key =
        RowKey.of(Line.class)
            .part(Line::order)
            .part(Line::number)
            .part(Line::shop, Parts.textToEnd())
            .build();
    KeyGroup<Line> group = group(key, "order");
    assertThat(group.width()).isEmpty();
    assertThat(group.delimiter()).hasValue(new byte[2]);
    byte[] row = key.encode(new Line("a\0b", "s", 7));
    assertThat(cut(group, row)).isEqualTo("a\\x00\\xFFb");
    Map<String, Object> values = Map.of("order", "a\0b");
    byte[] begin = group.encode(field -> values.get(field.name()));
    assertThat(Bytes.startsWith(row, begin)).isTrue();
    assertThat(begin).hasSize(6);
  }

  @Test
  void aHashBeforeIt() {
    RowKey<Line> key =
        RowKey.of(Line.class)
            .hash(Digest.md5(4), Line::order)
            .part(Line::order)
            .part(Line::number)
            .lossy(Line::shop)
            .hash(Digest.md5(4), Line::shop)
            .build();
    assertThat(group(key, "order").width()).hasValue(4);
  }

  @Test
  void whatHBaseCannotKeepTogetherIsRefused() {
    RowKey<Line> salted =
        RowKey.of(Line.class)
            .salt(8)
            .part(Line::order)
            .part(Line::number)
            .part(Line::shop, Parts.textToEnd())
            .build();
    assertThatThrownBy(() -> group(salted, "order"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows with the same [order] are not together");
    RowKey<Line> variable =
        RowKey.of(Line.class)
            .part(Line::number)
            .part(Line::order)
            .part(Line::shop, Parts.textToEnd())
            .build();
    assertThatThrownBy(() -> group(variable, "order", "number"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("declare these parts with a fixed width");
    assertThatThrownBy(() -> variable.group(Set.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
