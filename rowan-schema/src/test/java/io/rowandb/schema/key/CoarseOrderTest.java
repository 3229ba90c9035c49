package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.RecordShape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** By what rows are sorted that have a time to the hour, and the rest of it elsewhere. */
class CoarseOrderTest {
  record Event(String host, Instant time, int id) {}

  private static final KeyPart<Instant> HOURS = Parts.hours().truncated();

  private static Direction direction(UnaryOperator<RowKeyBuilder<Event>> rest) {
    RowKey<Event> key = rest.apply(RowKey.of(Event.class).part(Event::host)).build();
    Condition host = new Condition.Equal("h");
    return key.select(Map.of(RecordShape.of(Event.class).component("host"), host)).direction();
  }

  @Test
  void theRestInTheOtherDirectionIsNoOrder() {
    assertThat(
            direction(
                key ->
                    key.part(Event::time, HOURS)
                        .part(Event::time, Parts.descending(Parts.millis()))))
        .isEqualTo(Direction.OTHER);
  }

  @Test
  void theRestBehindAnotherFieldIsNoOrder() {
    assertThat(direction(key -> key.part(Event::time, HOURS).part(Event::id).part(Event::time)))
        .isEqualTo(Direction.OTHER);
  }

  @Test
  void theRestAtOnceInTheSameDirectionIsOne() {
    assertThat(direction(key -> key.part(Event::time, HOURS).part(Event::time)))
        .isEqualTo(Direction.ASCENDING);
    assertThat(
            direction(
                key ->
                    key.part(Event::time, Parts.descending(HOURS))
                        .part(
                            Event::time,
                            Parts.descending(Parts.seconds().truncatedTo(ChronoUnit.MINUTES)))
                        .part(Event::time, Parts.descending(Parts.millis()))
                        .part(Event::id)))
        .isEqualTo(Direction.DESCENDING);
  }

  @Test
  void withoutTheRestTheRowsOfAnHourAreInNoOrder() {
    assertThat(direction(key -> key.part(Event::time, HOURS).part(Event::id).lossy(Event::time)))
        .isEqualTo(Direction.OTHER);
  }
}
