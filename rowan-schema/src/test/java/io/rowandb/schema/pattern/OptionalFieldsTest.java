package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedTypes;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An empty optional field has no cell, and is read as empty, never as null. */
@OnBackEnd
class OptionalFieldsTest {
  record Visit(
      String guest,
      Optional<String> city,
      Optional<Instant> left,
      OptionalInt room,
      OptionalLong bill,
      OptionalDouble stars,
      Optional<Duration> delay,
      Optional<Integer> floor,
      OptionalInt bags,
      List<Note> notes) {}

  record Note(int number, Optional<String> text, Optional<Instant> read) {}

  private static final Instant LEFT = Instant.ofEpochMilli(1_790_000_000_005L);

  private static final Visit FULL =
      new Visit(
          "ada",
          Optional.of("Rome"),
          Optional.of(LEFT),
          OptionalInt.of(0),
          OptionalLong.of(-1),
          OptionalDouble.of(4.5),
          Optional.of(Duration.ofMillis(-1)),
          Optional.of(-2),
          OptionalInt.of(3),
          List.of(
              new Note(1, Optional.of("late"), Optional.of(LEFT)),
              new Note(2, Optional.empty(), Optional.empty())));

  private static final Visit EMPTY =
      new Visit(
          "bob",
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          List.of());

  private Connection connection;
  private TableDesign<Visit> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design = declared().build();
  }

  private static TableDesignBuilder<Visit> declared() {
    return TableDesign.of(BackEnd.newTableName("visits"), Visit.class)
        .key(key -> key.part(Visit::guest))
        .family("v")
        .family("n")
        .column(Visit::city, "v:c")
        .optionalColumn(Visit::left, "v:l", ColumnTypes.instantNanos())
        .column(Visit::room, "v:r")
        .column(Visit::bill, "v:b")
        .column(Visit::stars, "v:s")
        .packed(
            "v:p",
            packed ->
                packed
                    .field(1, Visit::delay)
                    .optionalFieldAs(2, Visit::floor, PackedTypes.sint32())
                    .field(3, Visit::bags))
        .details(
            Visit::notes,
            DetailLayout.wide("n"),
            DetailDesign.of(Note.class)
                .key(key -> key.part(Note::number))
                .cell(Note::text, "t")
                .optionalCell(Note::read, "r", ColumnTypes.instantNanos())
                .build())
        .index("byCity", index -> index.on(key -> key.part(Visit::city)))
        .index(
            "byLeft",
            index ->
                index.on(
                    key ->
                        key.optionalPart(
                            Visit::left, Parts.optional(Parts.descending(Parts.millis())))));
  }

  private RecordTable<Visit> filled() throws IOException {
    RecordTable<Visit> table = RecordTable.create(connection, design);
    table.putAll(List.of(FULL, EMPTY));
    return table;
  }

  @Test
  void valuesAndEmptinessComeBack() throws IOException {
    try (RecordTable<Visit> table = filled()) {
      assertThat(table.get("ada")).contains(FULL);
      assertThat(table.get("bob")).contains(EMPTY);
      assertThat(table.all().allowFullScan().list()).containsExactly(FULL, EMPTY);
    }
  }

  record Stay(Optional<String> city, int nights) {}

  @Test
  void keysTakeValuesAndOptionals() throws IOException {
    TableDesign<Stay> stays =
        TableDesign.of(BackEnd.newTableName("stays"), Stay.class)
            .key(key -> key.optionalPart(Stay::city, Parts.optional(Parts.text())))
            .family("f")
            .column(Stay::nights, "f:n")
            .marked()
            .build();
    try (RecordTable<Stay> table = RecordTable.create(connection, stays)) {
      Stay rome = new Stay(Optional.of("Rome"), 2);
      Stay nowhere = new Stay(Optional.empty(), 1);
      table.putAll(List.of(rome, nowhere));
      assertThat(table.get("Rome")).contains(rome);
      assertThat(table.get(Optional.of("Rome"))).contains(rome);
      assertThat(table.get(Optional.empty())).contains(nowhere);
      assertThat(table.field(Stay::nights, Optional.of("Rome")).set(3)).isTrue();
      table.deleteKey(Optional.empty());
      assertThat(table.all().allowFullScan().list()).containsExactly(new Stay(rome.city(), 3));
    }
  }

  record Tagged(int id, Map<Optional<String>, Tag> tags) {}

  record Tag(Optional<String> name, int weight) {}

  @Test
  void theKeyOfAMapIsNotOptional() {
    DetailDesign<Tag> tags =
        DetailDesign.of(Tag.class)
            .key(key -> key.optionalPart(Tag::name, Parts.optional(Parts.text())))
            .cell(Tag::weight, "w")
            .build();
    assertThatThrownBy(
            () ->
                TableDesign.of("tagged", Tagged.class)
                    .family("f")
                    .details(Tagged::tags, Tag::name, DetailLayout.wide("f"), tags))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the key of a map");
  }

  @Test
  void emptinessIsNoCellAndRemovesTheFormerOne() throws IOException {
    try (RecordTable<Visit> table = filled()) {
      assertThat(columnsOfFull()).contains("c", "l", "r", "b", "s", "p");
      table.put(
          new Visit(
              "ada",
              EMPTY.city(),
              EMPTY.left(),
              EMPTY.room(),
              EMPTY.bill(),
              EMPTY.stars(),
              EMPTY.delay(),
              EMPTY.floor(),
              EMPTY.bags(),
              EMPTY.notes()));
      assertThat(columnsOfFull()).containsExactly("p");
      assertThat(table.get("ada").orElseThrow().city()).isEmpty();
      assertThat(table.where(Visit::city).is(Optional.of("Rome")).list()).isEmpty();
    }
  }

  private List<String> columnsOfFull() throws IOException {
    try (Table table = connection.getTable(design.name())) {
      Result found = table.get(new Get(design.key().encode(FULL)).addFamily(Bytes.toBytes("v")));
      return found.getFamilyMap(Bytes.toBytes("v")).keySet().stream().map(Bytes::toString).toList();
    }
  }

  @Test
  void anIndexHasTheValues() throws IOException {
    try (RecordTable<Visit> table = filled()) {
      assertThat(table.where(Visit::city).is(Optional.of("Rome")).list()).containsExactly(FULL);
      List<Optional<String>> cities = List.of(Optional.of("Rome"), Optional.of("Oslo"));
      assertThat(table.all().where(Visit::city).in(cities).list()).containsExactly(FULL);
      assertThat(table.where(Visit::left).is(Optional.empty()).list()).containsExactly(EMPTY);
      assertThat(table.where(Visit::left).is(Optional.of(LEFT)).list()).containsExactly(FULL);
      assertThat(table.verifyIndex("byCity").isComplete()).isTrue();
    }
  }

  @Test
  @SuppressWarnings("NullOptional") // That is what is refused.
  void nullIsRefused() throws IOException {
    Visit without =
        new Visit(
            "eve",
            null,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty(),
            null,
            List.of());
    try (RecordTable<Visit> table = filled()) {
      assertThatThrownBy(() -> table.put(without))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "Visit.city is null: an optional field without a value is Optional.empty()");
      assertThat(table.get("eve")).isEmpty();
    }
    record Bag(OptionalInt count) {}
    assertThatThrownBy(() -> PackedRecord.inOrder(Bag.class).encode(new Bag(null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Bag.count is null")
        .hasMessageContaining("OptionalInt.empty()");
  }

  record Guest(String name, Optional<String> city, OptionalInt room) {}

  @Test
  @SuppressWarnings("NullOptional") // as above
  void nullIsSetNowhere(Configuration configuration) throws IOException {
    TableDesign<Guest> guests =
        TableDesign.of(BackEnd.newTableName("guests"), Guest.class)
            .key(key -> key.part(Guest::name))
            .family("f")
            .column(Guest::city, "f:c")
            .column(Guest::room, "f:r")
            .marked()
            .build();
    Guest ada = new Guest("ada", Optional.of("Rome"), OptionalInt.of(3));
    try (RecordTable<Guest> table = RecordTable.create(connection, guests);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      table.put(ada);
      String city = "Guest.city is null: an optional field without a value is Optional.empty()";
      String room = "Guest.room is null: an optional field without a value is OptionalInt.empty()";
      assertThatThrownBy(() -> table.field(Guest::city, "ada").set(null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(city);
      assertThatThrownBy(() -> table.field(Guest::room, "nobody").set(null)).hasMessage(room);
      Optional<String> rome = Optional.of("Rome");
      assertThatThrownBy(() -> table.field(Guest::city, "ada").compareAndSet(rome, null))
          .hasMessage(city);
      assertThatThrownBy(() -> table.field(Guest::city, "ada").compareAndSet(null, rome))
          .hasMessage(city);
      assertThat(AsyncRecordTable.open(async, guests).field(Guest::city, "ada").set(null))
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .havingCause()
          .withMessage(city);
      assertThat(table.get("ada")).contains(ada);
      assertThat(table.field(Guest::city, "ada").set(Optional.empty())).isTrue();
      assertThat(
              table.field(Guest::room, "ada").compareAndSet(OptionalInt.of(3), OptionalInt.empty()))
          .isTrue();
      assertThat(table.get("ada"))
          .contains(new Guest("ada", Optional.empty(), OptionalInt.empty()));
    }
  }

  @Test
  void theTableKeepsTheFormsOfTheValues() throws IOException {
    filled().close();
    try (Admin admin = connection.getAdmin()) {
      assertThat(design.diff(admin.getDescriptor(design.name()))).isEmpty();
      assertThat(design.describe())
          .contains("v:c is city: UTF-8 text")
          .contains("v:r is room: int32")
          .contains("optional sint32 floor = 2");
      Map<String, Object> noted = noted("ada").toMap();
      assertThat(noted)
          .containsEntry("city", "Rome")
          .containsEntry("room", 0)
          .containsEntry("stars", 4.5)
          .containsEntry("delay", Duration.ofMillis(-1))
          .containsEntry("floor", -2);
      assertThat(noted("bob").toMap()).containsOnlyKeys("guest", "notes");
    }
  }

  private NamedValues noted(String guest) throws IOException {
    TableDesign<NamedValues> kept =
        NotedDesigns.of(connection, TableName.valueOf(design.name().getNameAsString())).get(0);
    try (RecordTable<NamedValues> table = RecordTable.open(connection, kept)) {
      return table.get(guest).orElseThrow();
    }
  }

  record Kept(String id, Optional<String> text, Optional<List<String>> list, OptionalInt count) {}

  @Test
  void declarationsThatCannotHold() {
    TableDesignBuilder<Kept> kept =
        TableDesign.of("kept", Kept.class).key(key -> key.part(Kept::id)).family("k");
    assertThatThrownBy(() -> kept.column(Kept::text, "k:t", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Kept.text is optional")
        .hasMessageContaining("optionalColumn");
    assertThatThrownBy(() -> kept.column(Kept::list, "k:l"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Kept.list is an optional list");
    assertThatThrownBy(() -> PackedRecord.of(Kept.class).field(1, Kept::list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Kept.list is an optional list");
    assertThatThrownBy(
            () ->
                PackedRecord.of(Kept.class).fieldWithDefault(1, Kept::count).of(OptionalInt.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Kept.count is optional")
        .hasMessageContaining("no default");
  }

  @Test
  @SuppressWarnings("rawtypes") // A program may have one.
  void optionalFieldsThatSayNotOfWhat() {
    record Raw(Optional value) {}
    record Any(Optional<?> value) {}
    record Twice(Optional<Optional<String>> value) {}
    for (Class<?> type : List.of(Raw.class, Any.class, Twice.class)) {
      assertThatThrownBy(() -> PackedRecord.inOrder(type))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(type.getSimpleName() + ".value")
          .hasMessageContaining("has no form");
    }
  }
}
