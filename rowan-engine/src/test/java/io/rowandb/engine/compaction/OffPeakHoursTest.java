package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffPeakHoursTest {
  @ParameterizedTest
  @CsvSource({"2, 5, 2 3 4", "22, 1, 22 23 0", "0, 2, 0 1", "23, 0, 23", "7, 7, ''"})
  void areFromTheFirstToBeforeTheLast(int start, int end, String expected) {
    OffPeakHours hours = new OffPeakHours(start, end, ZoneOffset.UTC);
    int[] found =
        IntStream.range(0, 48)
            .map(i -> (i + start) % 24)
            .limit(24)
            .filter(hour -> hours.contains(hour * 3_600_000L + 3_599_999))
            .toArray();
    assertThat(found)
        .containsExactly(
            expected.isEmpty()
                ? new int[0]
                : java.util.Arrays.stream(expected.split(" "))
                    .mapToInt(Integer::parseInt)
                    .toArray());
  }

  @Test
  void areCountedInTheirZone() {
    ZoneId zone = ZoneId.of("Asia/Shanghai");
    OffPeakHours hours = new OffPeakHours(2, 3, zone);
    ZonedDateTime two = ZonedDateTime.of(2026, 11, 22, 2, 30, 0, 0, zone);
    assertThat(hours.contains(two.toInstant().toEpochMilli())).isTrue();
    assertThat(hours.contains(two.plusHours(8).toInstant().toEpochMilli())).isFalse();
  }

  @Test
  void refusesWhatIsNoHour() {
    assertThat(OffPeakHours.NEVER.contains(0)).isFalse();
    assertThatThrownBy(() -> new OffPeakHours(3, -1, ZoneOffset.UTC))
        .hasMessage(
            "hbase.offpeak.end.hour must be an hour from 0 to 23, or both hours -1 for none: -1");
    assertThatThrownBy(() -> new OffPeakHours(24, 1, ZoneOffset.UTC))
        .hasMessageStartingWith("hbase.offpeak.start.hour must be an hour");
  }
}
