package io.rowandb.systems.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MessageTrafficTest {
  private static final Instant TIME = Instant.parse("2011-07-03T00:00:00Z");

  @Test
  void theSameNumbersGiveTheSameMessages() {
    MessageTraffic traffic = new MessageTraffic(7, 100, 2_000, TIME, 30);
    List<Message> messages = traffic.stream().toList();
    assertThat(messages).hasSize(2_000).isEqualTo(traffic.stream().toList());
    assertThat(new MessageTraffic(8, 100, 2_000, TIME, 30).stream().toList())
        .isNotEqualTo(messages);
    assertThat(messages).isSortedAccordingTo(Comparator.comparing(Message::time));
    assertThat(messages).extracting(Message::id).doesNotHaveDuplicates();
    assertThat(messages.get(0).time()).isAfterOrEqualTo(TIME);
    assertThat(messages.get(1_999).time()).isBefore(TIME.plus(Duration.ofDays(30)));
    assertThat(messages.stream().filter(each -> each.receivers().size() > 1).count())
        .isBetween(100L, 300L);
    assertThat(messages).allMatch(each -> !each.receivers().contains(each.sender()));
  }

  @Test
  void someWriteMuchMoreThanOthers() {
    Map<String, Long> senders =
        new MessageTraffic(7, 100, 2_000, TIME, 30)
            .stream().collect(Collectors.groupingBy(Message::sender, Collectors.counting()));
    assertThat(senders.get(MessageTraffic.name(0))).isGreaterThan(200);
    assertThat(senders.values()).anyMatch(count -> count < 15);
  }

  @Test
  void refusesNumbersThatGiveNoTraffic() {
    assertThatThrownBy(() -> new MessageTraffic(1, 1, 5, TIME, 1))
        .hasMessage("people 1: 2 to 1000000");
    assertThatThrownBy(() -> new MessageTraffic(1, 2, -1, TIME, 1))
        .hasMessage("messages -1: not negative");
    assertThatThrownBy(() -> new MessageTraffic(1, 2, 1, TIME, 0)).hasMessage("days 0: 1 to 36500");
    assertThatThrownBy(() -> new MessageTraffic(1, 2, 1, Instant.MAX, 1))
        .hasMessageContaining("from 1970 to before");
    assertThat(new MessageTraffic(1, 2, 0, TIME, 1).stream()).isEmpty();
    assertThat(new MessageTraffic(1, 2, 50, TIME, 1).stream())
        .allMatch(each -> each.receivers().size() == 1);
  }
}
