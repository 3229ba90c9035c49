package io.rowandb.schema.pattern;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.KeyPart;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The first records in the order of a time that rows have to the hour or the day alone: within one
 * of these they stand in another order, so such a read is refused, and never answered wrongly.
 */
@OnBackEnd
class CoarseFirstRowsTest {
  record Event(String id, Instant time, int severity) {}

  private static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");

  private static final List<KeyPart<Instant>> COARSE =
      List.of(
          Parts.hours().truncated(),
          Parts.descending(Parts.hours().truncated()),
          Parts.calendar("yyyyMMdd").truncated(),
          Parts.optional(Parts.hours().truncated()));

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private static TableDesignBuilder<Event> events() {
    return TableDesign.of(BackEnd.newTableName("events"), Event.class)
        .key(key -> key.part(Event::id))
        .family("f")
        .column(Event::time, "f:t")
        .column(Event::severity, "f:s")
        .neverNull(Event::time);
  }

  private RecordTable<Event> filled(TableDesign<Event> design) throws IOException {
    RecordTable<Event> table = RecordTable.create(connection, design);
    int i = 0;
    for (String id : List.of("c", "b", "a", "d")) {
      i++;
      table.put(new Event(id, BEGIN.plusMillis(100L * i), 1));
    }
    return table;
  }

  private static void areRefused(RecordTable<Event> table, RecordQuery<Event> all)
      throws IOException {
    for (UnaryOperator<RecordQuery<Event>> order :
        List.<UnaryOperator<RecordQuery<Event>>>of(
            each -> each.greatestFirst(Event::time), each -> each.leastFirst(Event::time))) {
      assertThatThrownBy(() -> order.apply(all).limit(2).list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("sorted by time")
          .hasMessageContaining("does not keep its order")
          .hasMessageContaining("truncated to");
      assertThatThrownBy(() -> order.apply(all).first())
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> order.apply(all).page(2))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> all.newestFirst().limit(2).list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not sorted by a field");
    assertThat(table.all().allowFullScan().list()).hasSize(4);
  }

  @Test
  void ofAnIndex() throws IOException {
    for (KeyPart<Instant> part : COARSE) {
      try (RecordTable<Event> table =
          filled(
              events()
                  .index("byTime", index -> index.on(key -> key.part(Event::time, part)))
                  .build())) {
        areRefused(table, table.byIndex("byTime"));
        areRefused(table, table.all().between(Event::time, BEGIN, BEGIN.plusSeconds(60)));
        assertThat(table.all().between(Event::time, BEGIN, BEGIN.plusMillis(201)).list())
            .extracting(Event::id)
            .containsExactlyInAnyOrder("c", "b");
      }
    }
  }

  @Test
  void behindAnotherField() throws IOException {
    for (KeyPart<Instant> part : COARSE) {
      try (RecordTable<Event> table =
          filled(
              events()
                  .index(
                      "bySeverity",
                      index -> index.on(key -> key.part(Event::severity).part(Event::time, part)))
                  .build())) {
        areRefused(table, table.where(Event::severity).is(1));
      }
    }
  }

  @Test
  void ofAKeyWithALoss() throws IOException {
    TableDesign<Event> design =
        TableDesign.of(BackEnd.newTableName("events"), Event.class)
            .key(
                key ->
                    key.part(Event::time, Parts.hours().truncated())
                        .part(Event::id)
                        .lossy(Event::time))
            .family("f")
            .column(Event::time, "f:t")
            .column(Event::severity, "f:s")
            .build();
    try (RecordTable<Event> table = filled(design)) {
      areRefused(table, table.all());
    }
  }

  @Test
  void theRestAtOnceSortsThem() throws IOException {
    TableDesign<Event> design =
        events()
            .index(
                "byTime",
                index ->
                    index.on(
                        key ->
                            key.part(Event::time, Parts.hours().truncated())
                                .part(Event::time, Parts.millis())))
            .answers("newest", by -> by.order(Event::time))
            .build();
    try (RecordTable<Event> table = filled(design)) {
      List<Event> newest = new ArrayList<>(table.all().allowFullScan().list());
      newest.sort(comparing(Event::time).reversed());
      assertThat(table.all().greatestFirst(Event::time).limit(2).list())
          .isEqualTo(newest.subList(0, 2));
    }
  }

  @Test
  void noDesignAnswersByIt() {
    for (KeyPart<Instant> part : COARSE) {
      TableDesignBuilder<Event> design =
          events().index("byTime", index -> index.on(key -> key.part(Event::time, part)));
      design.answers("a day", by -> by.range(Event::time)).build();
      assertThatThrownBy(() -> design.answers("newest", by -> by.order(Event::time)).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("newest");
    }
  }
}
