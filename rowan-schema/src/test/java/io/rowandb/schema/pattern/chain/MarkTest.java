package io.rowandb.schema.pattern.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Marks are as drawn, and read as they were written. */
class MarkTest {
  private static final String EXAMPLE =
      "0201"
          + "000000000000000100000000000000010000000000000001"
          + "00000000000000000000000000000002"
          + "0001760000000100016b";

  @Test
  void theExampleIsAsDrawn() {
    Mark mark =
        new Mark(Mark.State.PUT, 1, 1, 1, new UUID(0, 2), Map.of("v", List.of(new byte[] {'k'})));
    assertThat(HexFormat.of().formatHex(mark.toBytes())).isEqualTo(EXAMPLE);
    assertThat(HexFormat.of().formatHex(mark.settled().toBytes()))
        .isEqualTo(EXAMPLE.substring(0, 84).replaceFirst("0201", "0200"))
        .startsWith(HexFormat.of().formatHex(Mark.settledPrefix()));
  }

  @Property(tries = 300)
  void whatIsWrittenIsRead(
      @ForAll Mark.State state,
      @ForAll long since,
      @ForAll long time,
      @ForAll long latest,
      @ForAll long token,
      @ForAll @Size(max = 3) List<String> views,
      @ForAll @Size(max = 5) List<byte[]> rows) {
    Map<String, List<byte[]>> doomed = new TreeMap<>();
    for (int i = 0; i < views.size(); i++) {
      // Names of tables have no unpaired surrogates.
      String name = views.get(i).replaceAll("[^a-z\\u00E0-\\u00FF]", "_") + i;
      doomed.put(name, new ArrayList<>(rows.subList(0, Math.min(i, rows.size()))));
    }
    Mark mark = new Mark(state, since, time, latest, new UUID(token, ~token), doomed);
    Mark read = Mark.of(mark.toBytes());
    assertThat(read.state()).isEqualTo(state);
    assertThat(List.of(read.since(), read.time(), read.latest()))
        .isEqualTo(List.of(since, time, latest));
    assertThat(read.token()).isEqualTo(mark.token());
    assertThat(read.doomed().keySet()).isEqualTo(doomed.keySet());
    doomed.forEach(
        (view, keys) ->
            assertThat(read.doomed().get(view).toArray(byte[][]::new))
                .isDeepEqualTo(keys.toArray(byte[][]::new)));
  }

  @Test
  void theLongestRowKeyHasItsPlace() {
    byte[] longest = new byte[Short.MAX_VALUE];
    Mark mark =
        new Mark(
            Mark.State.DELETE, 1, 1, 1, new UUID(0, 2), Map.of("v", List.of(longest, longest)));
    assertThat(Mark.of(mark.toBytes()).doomed().get("v").get(1)).hasSize(Short.MAX_VALUE);
  }

  @Test
  void aPartOfAMarkIsRefused() {
    byte[] whole = HexFormat.of().parseHex(EXAMPLE);
    for (int length = 0; length < whole.length; length++) {
      if (length == 42) {
        continue; // the end of a mark without views
      }
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Mark.of(part))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("mark of a row");
    }
  }

  @Test
  void anotherVersionOrStateIsRefused() {
    byte[] other = HexFormat.of().parseHex(EXAMPLE);
    other[1] = 3;
    assertThatThrownBy(() -> Mark.of(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\\x02\\x03")
        .hasMessageContaining("0, 1 or 2");
    other[0] = 1;
    assertThatThrownBy(() -> Mark.of(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 2");
  }
}
