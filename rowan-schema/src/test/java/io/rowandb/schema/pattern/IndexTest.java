package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads through second indexes, and what is in them when records change. */
@OnBackEnd
class IndexTest {
  record Event(long id, String host, Instant date, String guid1, String guid2, int code) {}

  private static final Instant T0 = Instant.parse("2020-01-01T00:00:00Z");

  private Connection connection;
  private String name;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    name = BackEnd.newTableName("events");
  }

  private TableDesignBuilder<Event> records(String literal) {
    return TableDesign.of(name, Event.class)
        .key(key -> key.literal(literal).part(Event::id, Parts.unsigned(8)))
        .family("e")
        .column(Event::host, "e:h")
        .column(Event::date, "e:d")
        .column(Event::guid1, "e:1")
        .column(Event::guid2, "e:2")
        .column(Event::code, "e:c");
  }

  private TableDesignBuilder<Event> indexed() {
    return records("D-")
        .index(
            "byGuid",
            index ->
                index
                    .on(
                        key ->
                            key.part(Event::host)
                                .part(Event::guid1)
                                .part(
                                    Event::date, Parts.descending(Parts.optional(Parts.millis()))))
                    .anyOf(Event::guid1, Event::guid2)
                    .inTableOfRecords("I-1_", "e"))
        .index(
            "byCode",
            index ->
                index
                    .on(key -> key.hash(Digest.md5(4), Event::host, Event::code).part(Event::date))
                    .inTableOfRecords("I-2_", "e"));
  }

  private static Event event(int i) {
    String guid1 = i % 3 == 0 ? null : "g" + i % 7;
    String guid2 = i % 5 == 0 ? guid1 : i % 4 == 0 ? null : "g" + i % 11;
    return new Event(i, "host" + i % 2, T0.plusSeconds(i), guid1, guid2, i % 6);
  }

  private static List<Event> events() {
    return Stream.iterate(0, i -> i + 1).limit(300).map(IndexTest::event).toList();
  }

  private static List<Event> ofGuid(List<Event> events, String host, String guid) {
    return events.stream()
        .filter(e -> e.host().equals(host) && (guid.equals(e.guid1()) || guid.equals(e.guid2())))
        .sorted(Comparator.comparing(Event::date).reversed())
        .toList();
  }

  private static RecordQuery<Event> byGuid(RecordTable<Event> table, String host, String guid) {
    return table
        .where(Event::host)
        .is(host)
        .where(Event::guid1)
        .or(Event::guid2)
        .is(guid)
        .newestFirst();
  }

  @Test
  void anyOfSeveralFieldsIsAUnionWithoutDuplicates() throws IOException {
    List<Event> events = events();
    try (RecordTable<Event> table = RecordTable.create(connection, indexed().build())) {
      table.putAll(events);
      for (int i = 0; i < 12; i++) {
        assertThat(byGuid(table, "host1", "g" + i).list())
            .isEqualTo(ofGuid(events, "host1", "g" + i));
      }
      assertThat(ofGuid(events, "host1", "g3")).hasSizeGreaterThan(20);
      assertThat(table.all().allowFullScan().list()).isEqualTo(events);
    }
  }

  @Test
  void aHashedIndexServesRangesOfTheNextField() throws IOException {
    List<Event> events = events();
    try (RecordTable<Event> table = RecordTable.create(connection, indexed().build())) {
      table.load(events.stream());
      Instant from = T0.plusSeconds(50);
      Instant to = T0.plusSeconds(200);
      RecordQuery<Event> query =
          table
              .where(Event::host)
              .is("host0")
              .where(Event::code)
              .is(4)
              .between(Event::date, from, to);
      assertThat(query.list())
          .isEqualTo(
              events.stream()
                  .filter(e -> e.host().equals("host0") && e.code() == 4)
                  .filter(e -> !e.date().isBefore(from) && e.date().isBefore(to))
                  .toList())
          .hasSize(25);
      List<Event> read = new ArrayList<>();
      Page<Event> page = query.page(10);
      read.addAll(page.records());
      while (page.next().isPresent()) {
        page = query.page(10, page.next().get());
        read.addAll(page.records());
      }
      assertThat(read).isEqualTo(query.list());
    }
  }

  @Test
  void aFieldThatIsOneOfSeveralIsStillFoundAlone() throws IOException {
    List<Event> events = events();
    try (RecordTable<Event> table = RecordTable.create(connection, indexed().build())) {
      table.putAll(events);
      assertThat(
              table
                  .where(Event::host)
                  .is("host1")
                  .where(Event::guid1)
                  .is("g3")
                  .oldestFirst()
                  .list())
          .isEqualTo(
              events.stream()
                  .filter(e -> e.host().equals("host1") && "g3".equals(e.guid1()))
                  .toList());
    }
  }

  @Test
  void whatARecordDoesNotHaveAnyMoreIsNotFound() throws IOException {
    try (RecordTable<Event> table = RecordTable.create(connection, indexed().build())) {
      Event before = new Event(1, "host", T0, "a", "b", 1);
      table.put(before);
      table.put(new Event(1, "host", T0, "b", "c", 1));
      assertThat(byGuid(table, "host", "a").list()).isEmpty();
      assertThat(byGuid(table, "host", "b").list()).hasSize(1);
      assertThat(byGuid(table, "host", "c").list()).hasSize(1);
      table.delete(before);
      assertThat(byGuid(table, "host", "b").list()).isEmpty();
      assertThat(table.verifyIndex("byGuid"))
          .isEqualTo(new IndexReport(0, 0, 0, 3, 0, 0, 0, 0, IndexReport.Copies.RIGHT));
    }
  }

  /** Not younger ones: their writer may be about to write the record. */
  @Test
  void anEntryOfNoRecordGoesWhenItIsOldEnough() throws IOException {
    TableDesign<Event> design = indexed().build();
    RecordTable.create(connection, design).close();
    try (RecordTable<Event> now = RecordTable.open(connection, design);
        RecordTable<Event> later =
            RecordTable.open(
                connection,
                design,
                new IndexSettings(
                    Clock.fixed(Instant.now().plusSeconds(3_000), ZoneOffset.UTC),
                    Duration.ofSeconds(2_000)))) {
      now.put(new Event(1, "host", T0, "a", "b", 1));
      now.put(new Event(1, "host", T0, "x", "y", 1));
      assertThat(byGuid(now, "host", "a").list()).isEmpty();
      assertThat(now.verifyIndex("byGuid").stale()).isEqualTo(2);
      assertThat(byGuid(later, "host", "a").list()).isEmpty();
      assertThat(now.verifyIndex("byGuid").stale()).isEqualTo(1);
      assertThat(later.repairIndex("byGuid"))
          .isEqualTo(new IndexReport(1, 2, 0, 1, 0, 1, 0, 0, IndexReport.Copies.RIGHT));
      assertThat(now.verifyIndex("byGuid"))
          .isEqualTo(new IndexReport(1, 2, 0, 0, 0, 0, 0, 0, IndexReport.Copies.RIGHT));
      Milliseconds.pass(); // a delete wins over what is written in the same one
      now.put(new Event(1, "host", T0, "a", "b", 1));
      assertThat(byGuid(now, "host", "a").list()).hasSize(1);
    }
  }

  @Test
  void aNewIndexIsBuiltOfOldRecords() throws IOException {
    List<Event> events = events();
    RecordTable.create(connection, records("D-").build()).close();
    try (RecordTable<Event> old = RecordTable.open(connection, records("D-").build())) {
      old.putAll(events);
    }
    TableDesign<Event> design = indexed().build();
    try (RecordTable<Event> table = RecordTable.open(connection, design)) {
      assertThatThrownBy(() -> byGuid(table, "host1", "g3").list())
          .isInstanceOf(UnservedReadException.class);
      IndexReport found = table.verifyIndex("byGuid");
      assertThat(found.missing()).isEqualTo(found.entries()).isGreaterThan(300);
      assertThat(found.isComplete()).isFalse();
      assertThat(table.repairIndex("byGuid").added()).isEqualTo(found.entries());
      assertThat(table.verifyIndex("byGuid").missing()).isZero();
      assertThat(byGuid(table, "host1", "g3").list()).isEqualTo(ofGuid(events, "host1", "g3"));
    }
  }

  @Test
  void anIndexThatIsBeingBuiltIsKeptButNotRead() throws IOException {
    TableDesign<Event> design =
        records("D-")
            .index("byCode", index -> index.on(key -> key.part(Event::code)).building())
            .build();
    try (RecordTable<Event> table = RecordTable.create(connection, design)) {
      table.put(event(1));
      assertThat(table.verifyIndex("byCode"))
          .isEqualTo(new IndexReport(1, 1, 0, 0, 0, 0, 0, 0, IndexReport.Copies.RIGHT));
      assertThatThrownBy(() -> table.where(Event::code).is(1).list())
          .isInstanceOf(UnservedReadException.class);
      assertThatThrownBy(() -> table.where(Event::code).is(1).through("byCode").list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("being built");
    }
  }

  @Test
  void aPartialIndexIsReadWhenItIsNamed() throws IOException {
    TableDesign<Event> design =
        records("D-")
            .index(
                "errors",
                index -> index.on(key -> key.part(Event::host)).only("code 5", e -> e.code() == 5))
            .build();
    List<Event> events = events();
    try (RecordTable<Event> table = RecordTable.create(connection, design)) {
      table.putAll(events);
      assertThatThrownBy(() -> table.where(Event::host).is("host1").list())
          .isInstanceOf(UnservedReadException.class);
      assertThat(table.where(Event::host).is("host1").through("errors").list())
          .isEqualTo(
              events.stream().filter(e -> e.code() == 5 && e.host().equals("host1")).toList());
    }
  }

  @Test
  void rulesOfReadsAreChecked() throws IOException {
    TableDesign<Event> design =
        indexed().required(Event::host).exclusive(Event::guid1, Event::code).build();
    try (RecordTable<Event> table = RecordTable.create(connection, design)) {
      assertThatThrownBy(() -> byGuid(table, "host", "g").where(Event::code).is(1).list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("one of code, guid1 only");
      assertThatThrownBy(() -> table.where(Event::code).is(1).list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must have a condition on host");
    }
  }

  @Test
  void keysThatShareATableMustBeApart() {
    assertThatThrownBy(
            () ->
                records("I-")
                    .index(
                        "byCode",
                        index ->
                            index.on(key -> key.part(Event::code)).inTableOfRecords("I-2_", "e"))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not begin the other's");
  }
}
