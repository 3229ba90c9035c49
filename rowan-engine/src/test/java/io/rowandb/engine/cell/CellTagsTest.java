package io.rowandb.engine.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellTagsTest {
  /** A tag of another type with two bytes, one of none, and a TTL of a second. */
  private static final byte[] TAGS = {
    0, 3, 5, 1, 2, 0, 1, 6, 0, 9, 8, 0, 0, 0, 0, 0, 0, 3, (byte) 232
  };

  @Test
  void theTimeToLiveIsFoundAmongOthers() {
    int at = CellTags.ttl(TAGS, 0, TAGS.length);
    assertThat(at).isEqualTo(8);
    assertThat(CellTags.type(TAGS, at)).isEqualTo(CellTags.TTL);
    assertThat(CellTags.ttlMillis(TAGS, at)).isEqualTo(1_000);
    assertThat(CellTags.next(TAGS, at)).isEqualTo(TAGS.length);
    assertThat(CellTags.ttl(TAGS, 0, 8)).as("none").isEqualTo(8);
    assertThat(CellTags.ttl(TAGS, 8, 8)).as("no tags").isEqualTo(8);
  }

  @Test
  void theTagOfATimeToLiveIsThatOfHBase() {
    assertThat(CellTags.ofTtl(1_000)).containsExactly(0, 9, 8, 0, 0, 0, 0, 0, 0, 3, 232);
  }

  @Test
  void tagsThatAreRightHaveTheirTypes() {
    assertThat(CellTags.checkedType(TAGS, 0)).isEqualTo((byte) 5);
    assertThat(CellTags.checkedType(TAGS, 5)).isEqualTo((byte) 6);
    assertThat(CellTags.checkedType(TAGS, 8)).isEqualTo(CellTags.TTL);
  }

  /** No room for the length or the type, or a length of nothing or too much. */
  @ParameterizedTest
  @ValueSource(strings = {"00", "0000", "0001", "000305", "ffff05"})
  void tagsThatAreWrongAreRefused(String hex) {
    byte[] wrong = HexFormat.of().parseHex(hex);
    assertThatThrownBy(() -> CellTags.checkedType(wrong, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Tags of a cell are wrong at byte 0 of " + wrong.length);
  }
}
