package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.RecordShape;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ranges of a key that begins with a text to its end: the empty text has no bytes. */
class EmptyTextTest {
  record Page(String url) {}

  private static final RecordShape<Page> SHAPE = RecordShape.of(Page.class);

  private static KeySelection select(KeyPart<String> part, Condition condition) {
    return RowKey.of(SHAPE)
        .part(Page::url, part)
        .build()
        .select(Map.of(SHAPE.component("url"), condition));
  }

  private static KeySelection select(Condition condition) {
    return select(Parts.textToEnd(), condition);
  }

  @Test
  void nothingIsBeforeIt() {
    assertThat(select(new Condition.Between(null, "")).ranges()).isEmpty();
    assertThat(select(new Condition.Between("", "")).ranges()).isEmpty();
    assertThat(select(new Condition.Between("a", "")).ranges()).isEmpty();
  }

  @Test
  void everythingIsBehindIt() {
    KeySelection selection = select(new Condition.Between("", null));
    assertThat(selection.ranges()).hasSize(1);
    assertThat(selection.ranges().get(0).keys().start()).isEmpty();
    assertThat(selection.ranges().get(0).keys().stop()).isEmpty();
  }

  /** HBase has no row without bytes, and refuses to be asked for it. */
  @Test
  void itIsNoRow() {
    assertThat(select(new Condition.Equal("")).isPoints()).isFalse();
    assertThat(select(new Condition.Between("", "\u0000")).isPoints()).isFalse();
    assertThat(KeyRange.of(new byte[0]).isPoint()).isFalse();
    assertThat(KeyRange.of(new byte[1]).isPoint()).isTrue();
  }

  @Test
  void withAnEndOfItsOwnItIsOne() {
    assertThat(select(Parts.text(), new Condition.Equal("")).isPoints()).isTrue();
    assertThat(select(Parts.text(), new Condition.Between(null, "")).ranges())
        .hasSize(1)
        .allSatisfy(range -> assertThat(range.keys().stop()).containsExactly(0, 0));
  }
}
