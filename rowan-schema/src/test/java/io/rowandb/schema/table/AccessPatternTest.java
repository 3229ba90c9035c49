package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Questions that a design says it answers, and whether it does. */
class AccessPatternTest {
  record Event(String host, Instant time, long line, int code, UUID guid1, UUID guid2) {}

  private static TableDesignBuilder<Event> events() {
    return TableDesign.of("events", Event.class)
        .key(
            key ->
                key.literal("D-")
                    .hash(Digest.md5(2), Event::host)
                    .part(Event::host)
                    .part(Event::time)
                    .part(Event::line))
        .family("e")
        .column(Event::code, "e:c")
        .column(Event::guid1, "e:1")
        .column(Event::guid2, "e:2")
        .index(
            "byGuid",
            index ->
                index
                    .on(key -> key.part(Event::host).part(Event::guid1).part(Event::time))
                    .anyOf(Event::guid1, Event::guid2))
        .index("byCode", index -> index.on(key -> key.part(Event::code).part(Event::line)));
  }

  private static void answered(String by, UnaryOperator<AccessPattern.Builder<Event>> pattern) {
    assertThat(events().answers("question", pattern).build().describe()).contains(": by " + by);
  }

  private static void refused(UnaryOperator<AccessPattern.Builder<Event>> pattern) {
    TableDesignBuilder<Event> events = events().answers("question", pattern);
    assertThatThrownBy(events::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("table events does not answer \"question\", by ")
        .hasMessageContaining("; index byCode in events_byCode on code");
  }

  @Test
  void theRowKeyAnswersWhatItBeginsWith() {
    answered("the row key", by -> by.value(Event::host));
    answered("the row key", by -> by.value(Event::host).range(Event::time));
    answered("the row key", by -> by.value(Event::host).order(Event::time));
    answered("the row key", by -> by.value(Event::host).value(Event::time).range(Event::line));
    answered("the row key", by -> by.value(Event::host).value(Event::time).value(Event::line));
    answered("the row key", by -> by.value(Event::host).order(Event::host));
  }

  @Test
  void anIndexAnswersWhatItBeginsWith() {
    answered("index byCode", by -> by.value(Event::code));
    answered("index byCode", by -> by.range(Event::code));
    answered("index byCode", by -> by.value(Event::code).range(Event::line).order(Event::line));
    answered(
        "index byGuid",
        by -> by.value(Event::host).anyOf(Event::guid1, Event::guid2).range(Event::time));
  }

  @Test
  void whatReadsOtherRowsIsRefused() {
    refused(by -> by.value(Event::time));
    refused(by -> by.value(Event::host).value(Event::line));
    refused(by -> by.value(Event::host).range(Event::line));
    refused(by -> by.range(Event::host)); // a hash stands before it
    refused(by -> by.value(Event::host).order(Event::line));
    refused(by -> by.value(Event::host).value(Event::guid1)); // guid2 is in the same index
    refused(by -> by.anyOf(Event::guid1, Event::guid2));
    refused(by -> by.value(Event::code).order(Event::time));
  }

  @Test
  void theFirstOfAllAreThoseOfASortedKeyOrIndex() {
    assertThat(events().answers("greatest", by -> by.order(Event::code)).build().describe())
        .contains("\"greatest\", the first of all, in the order of code: by index byCode");
    TableDesignBuilder<Event> unordered = events().answers("latest", by -> by.order(Event::time));
    assertThatThrownBy(unordered::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("table events does not answer \"latest\", the first of all, in");
  }

  @Test
  void aPatternAsksForSomething() {
    assertThatThrownBy(() -> events().answers("all", by -> by))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"all\" has no field with a value, a range or the order: all rows are its answer");
  }

  record Call(String caller, Instant time, String called) {}

  private static TableDesignBuilder<Call> calls() {
    return TableDesign.of("calls", Call.class)
        .key(
            key ->
                key.salt(4)
                    .part(Call::caller)
                    .part(Call::time, Parts.millis().truncatedTo(ChronoUnit.HOURS))
                    .part(Call::time))
        .family("c")
        .column(Call::called, "c:d");
  }

  @Test
  void aSaltAndATruncatedTimeAreNoHindrance() {
    TableDesign<Call> calls =
        calls()
            .answers(
                "calls of one, the latest first", by -> by.value(Call::caller).order(Call::time))
            .answers("calls of a time", by -> by.value(Call::caller).range(Call::time))
            .answers("a call", by -> by.value(Call::caller).value(Call::time))
            .build();
    assertThat(calls.accessPatterns()).hasSize(3);
    assertThat(calls.describe())
        .contains(
            """
            answers
              "calls of one, the latest first", by caller, in the order of time: by the row key
              "calls of a time", by caller and a range of time: by the row key
              "a call", by caller, time: by the row key
            """);
  }

  @Test
  void anIndexWithoutEntriesOfNullsAnswersOnlyWhereNoneIsAskedFor() {
    TableDesignBuilder<Call> byCalled =
        calls().index("byCalled", index -> index.on(k -> k.part(Call::time).part(Call::called)));
    assertThat(
            byCalled
                .answers("who called", by -> by.value(Call::time).value(Call::called))
                .build()
                .accessPatterns())
        .hasSize(1);
    TableDesignBuilder<Call> atATime = byCalled.answers("at a time", by -> by.value(Call::time));
    assertThatThrownBy(atATime::build)
        .hasMessageContaining("does not answer \"at a time\"")
        .hasMessageContaining("index byCalled")
        .hasMessageContaining("no entry of a record without called: say neverNull");
  }
}
