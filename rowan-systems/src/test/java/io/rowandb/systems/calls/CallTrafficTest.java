package io.rowandb.systems.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CallTrafficTest {
  private static final CallTraffic TRAFFIC =
      new CallTraffic(1, 5_000, YearMonth.of(2011, 1), 12, 50_000);

  @Tag("slow")
  @Test
  void isTheSameAgainInTheOrderOfTime() {
    List<CallRecord> records = TRAFFIC.records().toList();
    assertThat(TRAFFIC.records()).containsExactlyElementsOf(records);
    assertThat(records).isSortedAccordingTo(Comparator.comparing(CallRecord::time));
    assertThat(records.get(0).time()).isAfterOrEqualTo(Instant.parse("2011-01-01T00:00:00Z"));
    assertThat(records.get(records.size() - 1).time())
        .isBefore(Instant.parse("2012-01-01T00:00:00Z"))
        .isAfter(Instant.parse("2011-12-31T00:00:00Z"));
    assertThat(new CallTraffic(2, 5_000, YearMonth.of(2011, 1), 12, 50_000).records().toList())
        .isNotEqualTo(records);
  }

  @Test
  void looksLikeTraffic() {
    List<CallRecord> records = TRAFFIC.records().toList();
    assertThat(records).hasSizeBetween(100_100, 100_300);
    assertThat(new HashSet<>(records)).hasSize(records.size());
    assertThat(records.stream().filter(CallRecord::outgoing)).hasSize(records.size() / 2);
    assertThat(records.stream().filter(each -> each.phone() == each.peer())).isEmpty();
    assertThat(records.stream().filter(each -> !each.answered()).count())
        .isBetween(records.size() / 8L, records.size() / 6L);
    Map<Long, Long> byPhone =
        records.stream()
            .filter(CallRecord::outgoing)
            .collect(Collectors.groupingBy(CallRecord::phone, Collectors.counting()));
    assertThat(byPhone.get(CallTraffic.FIRST_PHONE)).isGreaterThan(1_000);
    assertThat(byPhone).hasSizeGreaterThan(4_000);
    // By phone and time alone, some would be lost.
    assertThat(records.stream().map(each -> List.of(each.phone(), each.time())).distinct().count())
        .isBetween(records.size() - 300L, records.size() - 30L);
  }

  @Test
  void refusesNumbersThatGiveNoTraffic() {
    YearMonth month = YearMonth.of(2011, 1);
    assertThatThrownBy(() -> new CallTraffic(1, 1, month, 1, 1)).hasMessageContaining("people 1:");
    assertThatThrownBy(() -> new CallTraffic(1, 2, month, 0, 1)).hasMessageContaining("months 0:");
    assertThatThrownBy(() -> new CallTraffic(1, 2, YearMonth.of(1969, 12), 2, 1))
        .hasMessageContaining("first 1969-12:");
    assertThatThrownBy(() -> new CallTraffic(1, 2, YearMonth.of(9999, 6), 8, 1))
        .hasMessageContaining("months 8:");
    assertThatThrownBy(() -> new CallTraffic(1, 2, month, Integer.MAX_VALUE, 1))
        .hasMessageContaining("months 2147483647:");
    assertThatThrownBy(() -> new CallTraffic(1, 2, month, 1, -1)).hasMessageContaining("calls -1:");
    assertThat(new CallTraffic(1, 2, month, 1, 0).records()).isEmpty();
  }
}
