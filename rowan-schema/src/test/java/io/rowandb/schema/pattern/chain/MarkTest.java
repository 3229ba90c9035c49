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
        new Mark(
            Mark.State.PUT,
            1,
            1,
            1,
            new UUID(0, 2),
            RecentWrites.NONE,
            Map.of("v", List.of(new byte[] {'k'})));
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
      @ForAll @Size(max = 3) List<Long> slots,
      @ForAll @Size(max = 3) List<String> views,
      @ForAll @Size(max = 5) List<byte[]> rows) {
    Map<String, List<byte[]>> doomed = new TreeMap<>();
    for (int i = 0; i < views.size(); i++) {
      // Names of tables have no unpaired surrogates.
      String name = views.get(i).replaceAll("[^a-z\\u00E0-\\u00FF]", "_") + i;
      doomed.put(name, new ArrayList<>(rows.subList(0, Math.min(i, rows.size()))));
    }
    RecentWrites recent = RecentWrites.NONE;
    for (long slot : slots) {
      recent = recent.with(new WriteId(slot, ~slot), time);
    }
    Mark mark = new Mark(state, since, time, latest, new UUID(token, ~token), recent, doomed);
    Mark read = Mark.of(mark.toBytes());
    assertThat(read.state()).isEqualTo(state);
    assertThat(List.of(read.since(), read.time(), read.latest()))
        .isEqualTo(List.of(since, time, latest));
    assertThat(read.token()).isEqualTo(mark.token());
    assertThat(read.recent()).isEqualTo(recent);
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
            Mark.State.DELETE,
            1,
            1,
            1,
            new UUID(0, 2),
            RecentWrites.NONE,
            Map.of("v", List.of(longest, longest)));
    assertThat(Mark.of(mark.toBytes()).doomed().get("v").get(1)).hasSize(Short.MAX_VALUE);
  }

  @Test
  void ofASlotTheLastWriteIsRemembered() {
    RecentWrites recent = RecentWrites.NONE.with(new WriteId(1, 7), 50).with(new WriteId(2, 7), 60);
    assertThat(recent.has(new WriteId(1, 7))).isTrue();
    RecentWrites later = recent.with(new WriteId(1, 8), 70);
    assertThat(later.has(new WriteId(1, 7))).isFalse();
    assertThat(later.has(new WriteId(1, 8))).isTrue();
    assertThat(later.has(new WriteId(2, 7))).isTrue();
    assertThat(later.without(time -> time < 70).entries()).hasSize(1);
    assertThat(recent.has(new WriteId(1, 7))).as("unchanged").isTrue();
  }

  @Test
  void aRowDoesNotRememberClientsWithoutEnd() {
    RecentWrites recent = RecentWrites.NONE;
    for (int i = 0; i < 4_096; i++) {
      recent = recent.with(new WriteId(i, 0), i);
    }
    RecentWrites full = recent;
    assertThatThrownBy(() -> full.with(new WriteId(-1, 0), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("4096");
    assertThat(full.with(new WriteId(7, 1), 0).has(new WriteId(7, 1))).isTrue();
    Mark mark = Mark.settledAt(1).remembering(full);
    assertThat(Mark.of(mark.toBytes()).recent()).isEqualTo(full);
  }

  @Test
  void aPartOfAMarkIsRefused() {
    Mark mark = Mark.of(HexFormat.of().parseHex(EXAMPLE));
    refuseParts(mark.toBytes(), 42);
    byte[] whole = mark.remembering(RecentWrites.NONE.with(new WriteId(1, 2), 3)).toBytes();
    refuseParts(whole, 42 + 4 + 24);
  }

  /**
   * Refuses what is shorter.
   *
   * @param withoutViews where a mark without views and recent writes, or without views, ends
   */
  private static void refuseParts(byte[] whole, int withoutViews) {
    for (int length = 0; length < whole.length; length++) {
      if (length == 42 || length == withoutViews) {
        continue;
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
