package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.KeyPart;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An index has no entry of a record with a null in it: no read is to miss the record for that. */
@OnBackEnd
class IndexedNullsTest {
  record Event(long id, String host, Integer code, String user) {}

  private static final Event WITHOUT = new Event(1, "h", null, "u");
  private static final Event WITH = new Event(2, "h", 7, "u");

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private static TableDesignBuilder<Event> events(Integer defaultCode) {
    return TableDesign.of(BackEnd.newTableName("events"), Event.class)
        .key(key -> key.part(Event::id))
        .family("f")
        .column(Event::host, "f:h")
        .column(Event::code, "f:c", ColumnTypes.int32(), defaultCode)
        .column(Event::user, "f:u");
  }

  private static TableDesignBuilder<Event> byCode(Integer defaultCode, KeyPart<Integer> code) {
    return events(defaultCode)
        .index("byCode", index -> index.on(key -> key.part(Event::host).part(Event::code, code)));
  }

  private RecordTable<Event> filled(TableDesignBuilder<Event> design) throws IOException {
    RecordTable<Event> table = RecordTable.create(connection, design.build());
    table.putAll(List.of(WITHOUT, WITH));
    return table;
  }

  @Test
  void aReadThatAsksForNullsTooIsRefused() throws IOException {
    try (RecordTable<Event> table = filled(byCode(null, Parts.int32()))) {
      assertThatThrownBy(() -> table.where(Event::host).is("h").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("no entry of a record without code and is read only by its name");
      assertThat(table.where(Event::host).is("h").allowFullScan().list())
          .containsExactly(WITHOUT, WITH);
      assertThat(table.where(Event::host).is("h").through("byCode").list()).containsExactly(WITH);
    }
  }

  @Test
  void anIndexThatIsSortedSoIsNamedWithTheReasonWhyItIsPassedOver() throws IOException {
    TableDesignBuilder<Event> design =
        events(null).index("byCode", index -> index.on(key -> key.part(Event::code)));
    try (RecordTable<Event> table = filled(design)) {
      assertThatThrownBy(() -> table.all().greatestFirst(Event::code).limit(1).list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("sorted by code")
          .hasMessageContaining("index byCode")
          .hasMessageContaining("no entry of a record without code and is read only by its name");
      assertThat(table.byIndex("byCode").greatestFirst(Event::code).limit(1).list())
          .containsExactly(WITH);
    }
  }

  @Test
  void aConditionThatNoNullFulfilsIsServed() throws IOException {
    try (RecordTable<Event> table = filled(byCode(null, Parts.int32()))) {
      assertThat(table.where(Event::host).is("h").where(Event::code).is(7).list())
          .containsExactly(WITH);
      assertThat(table.where(Event::host).is("h").before(Event::code, 8).list())
          .containsExactly(WITH);
      assertThat(table.where(Event::host).is("h").where(Event::code).in(List.of(6, 7)).list())
          .containsExactly(WITH);
    }
  }

  @Test
  void anotherIndexIsTakenThatHasAll() throws IOException {
    TableDesignBuilder<Event> design =
        byCode(null, Parts.int32())
            .index("byHost", index -> index.on(key -> key.part(Event::host)));
    try (RecordTable<Event> table = filled(design)) {
      assertThat(table.where(Event::host).is("h").list()).containsExactly(WITHOUT, WITH);
    }
  }

  @Test
  void anOptionalPartHasEntriesOfAll() throws IOException {
    try (RecordTable<Event> table = filled(byCode(null, Parts.optional(Parts.int32())))) {
      assertThat(table.where(Event::host).is("h").list()).containsExactly(WITHOUT, WITH);
      assertThat(table.where(Event::host).is("h").greatestFirst().list())
          .containsExactly(WITH, WITHOUT);
      assertThat(table.where(Event::host).is("h").where(Event::code).is(null).list())
          .containsExactly(WITHOUT);
    }
  }

  @Test
  void aDefaultIsNoNull() throws IOException {
    try (RecordTable<Event> table = filled(byCode(3, Parts.int32()))) {
      assertThat(table.where(Event::host).is("h").list())
          .containsExactly(new Event(1, "h", 3, "u"), WITH);
    }
  }

  @Test
  void oneOfSeveralFieldsWithAValueIsEnough() throws IOException {
    TableDesignBuilder<Event> design =
        events(null)
            .index(
                "bySide",
                index ->
                    index
                        .on(key -> key.part(Event::code).part(Event::host))
                        .anyOf(Event::host, Event::user));
    try (RecordTable<Event> table = filled(design)) {
      table.put(new Event(3, null, 7, "u"));
      assertThatThrownBy(() -> table.where(Event::code).is(7).list())
          .isInstanceOf(UnservedReadException.class);
      assertThat(table.where(Event::code).is(7).where(Event::host).or(Event::user).is("u").list())
          .containsExactlyInAnyOrder(WITH, new Event(3, null, 7, "u"));
      assertThat(table.where(Event::code).is(7).where(Event::user).is("u").list())
          .containsExactlyInAnyOrder(WITH, new Event(3, null, 7, "u"));
    }
  }

  @Test
  void aFieldThatIsDeclaredNeverNull() throws IOException {
    TableDesign<Event> design =
        byCode(null, Parts.int32()).neverNull(Event::host, Event::code).build();
    try (RecordTable<Event> table = RecordTable.create(connection, design)) {
      table.put(WITH);
      assertThat(table.where(Event::host).is("h").list()).containsExactly(WITH);
      assertThat(table.where(Event::host).is("h").greatestFirst().limit(1).list())
          .containsExactly(WITH);
      assertThatThrownBy(() -> table.put(WITHOUT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Event.code is null, and declared never to be");
      assertThatThrownBy(() -> table.load(Stream.of(WITHOUT)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(table.all().allowFullScan().list()).containsExactly(WITH);
    }
    assertThat(design.describe()).contains("never null\n  code\n  host");
  }

  @Test
  void theOrderOfAnIndexOfSuchAField() throws IOException {
    TableDesign<Event> design =
        byCode(null, Parts.int32())
            .neverNull(Event::host, Event::code)
            .answers("by code", by -> by.value(Event::host).order(Event::code))
            .build();
    assertThat(design.accessPatterns()).hasSize(1);
  }

  /** Records of a program that did not declare it may have null, and no entry. */
  @Test
  void aTableWhoseRecordsMayHaveNullIsNotOpened() throws IOException {
    String name = BackEnd.newTableName("events");
    TableDesignBuilder<Event> before = named(name);
    RecordTable.create(connection, before.build()).close();
    TableDesign<Event> after = named(name).neverNull(Event::code).build();
    assertThatThrownBy(() -> RecordTable.open(connection, after))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("never null are []; declared so are [code]");
    RecordTable.declare(connection, after);
    RecordTable.open(connection, after).close();
    assertThatThrownBy(() -> RecordTable.open(connection, named(name).build()))
        .isInstanceOf(ChangedDesignException.class);
  }

  private static TableDesignBuilder<Event> named(String name) {
    return TableDesign.of(name, Event.class)
        .key(key -> key.part(Event::id))
        .family("f")
        .column(Event::host, "f:h")
        .column(Event::code, "f:c")
        .column(Event::user, "f:u");
  }
}
