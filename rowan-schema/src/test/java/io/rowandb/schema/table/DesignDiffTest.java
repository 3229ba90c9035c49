package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.packed.PackedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each change of a design is a line of its difference, and there is no line without a change. */
class DesignDiffTest {
  record Person(String id, String city, Integer age, String mail, long count, Instant until) {}

  private static final TableName TABLE = TableName.valueOf("people");

  /** A design, of which a change replaces some of what it is made of. */
  private static final class Draft {
    private UnaryOperator<RowKeyBuilder<Person>> key = each -> each.part(Person::id);
    private UnaryOperator<TableDesignBuilder<Person>> city = of -> of.column(Person::city, "p:c");
    private UnaryOperator<TableDesignBuilder<Person>> age = of -> of.column(Person::age, "p:a");
    private UnaryOperator<TableDesignBuilder<Person>> count = of -> of.column(Person::count, "p:n");
    private UnaryOperator<TableDesignBuilder<Person>> more = of -> of;
    private UnaryOperator<RowKeyBuilder<Person>> on = each -> each.part(Person::city);
    private UnaryOperator<IndexDesignBuilder<Person>> index = of -> of;
    private boolean indexed = true;
    private boolean ageFirst;

    TableDesign<Person> build() {
      TableDesignBuilder<Person> of =
          TableDesign.of(TABLE.getNameAsString(), Person.class)
              .key(each -> key.apply(each))
              .family("p", family -> family.setMaxVersions(1))
              .family("q");
      of = ageFirst ? city.apply(age.apply(of)) : age.apply(city.apply(of));
      of = count.apply(of).column(Person::mail, "p:m").column(Person::until, "p:u");
      of = more.apply(of);
      return (indexed ? of.index("byCity", each -> index.apply(each.on(k -> on.apply(k)))) : of)
          .build();
    }
  }

  /** Changes a draft. */
  private interface Change {
    void of(Draft draft);
  }

  private static TableDesign<Person> design(Change... changes) {
    Draft draft = new Draft();
    for (Change change : changes) {
      change.of(draft);
    }
    return draft.build();
  }

  private static Map<TableName, TableDescriptor> tables(TableDesign<?> design) {
    Map<TableName, TableDescriptor> tables = new HashMap<>();
    design
        .tables()
        .forEach(table -> tables.put(table.descriptor().getTableName(), table.descriptor()));
    return tables;
  }

  private static List<String> lines(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    return design.diff(there).stream().map(TableDifference::toString).toList();
  }

  private static Arguments change(Change change, String... lines) {
    return Arguments.of(change, List.of(lines));
  }

  private static final String TEXT = "String (text with 0x00 as 0x00 0xFF, ended by 0x00 0x00)";

  private static final String TEXT_FORM = "text with 0x00 as 0x00 0xFF, ended by 0x00 0x00";

  /** What marks bring along: families keep deletions of rows. */
  private static final List<String> MARKS =
      List.of(
          "hbase.hstore.time.to.purge.deletes of family p: declared 14400000, found nothing",
          "hbase.hstore.time.to.purge.deletes of family q: declared 14400000, found nothing",
          "marks of rows: declared marked, found nothing");

  private static Arguments marking(Change change, String... lines) {
    return Arguments.of(change, Stream.concat(MARKS.stream(), Stream.of(lines)).toList());
  }

  static Stream<Arguments> changesOfRows() {
    return Stream.of(
        change(
            draft -> draft.key = key -> key.part(Person::id, Parts.textToEnd()),
            "part 1 of key: declared id: String (text to the end), found id: " + TEXT),
        change(
            draft -> draft.key = key -> key.part(Person::id).part(Person::count),
            "part 2 of key: declared count: long (signed, 8 bytes), found nothing"),
        change(
            draft -> draft.key = key -> key.salt(4).part(Person::id),
            "part 1 of key: declared 1 of 4 buckets by what follows, found id: " + TEXT,
            "part 2 of key: declared id: " + TEXT + ", found nothing"),
        change(
            draft -> draft.key = key -> key.hash(Digest.md5(2), Person::id).part(Person::id),
            "part 1 of key: declared id: MD5, first 2 bytes of text to the end, found id: " + TEXT,
            "part 2 of key: declared id: " + TEXT + ", found nothing"),
        change(
            draft -> draft.city = of -> of.column(Person::city, "p:town"),
            "column p:c: declared nothing, found city: UTF-8 text",
            "column p:town: declared city: UTF-8 text, found nothing",
            "fields of index byCity: declared city in column p:town, null without, found city in"
                + " column p:c, null without"),
        change(
            draft ->
                draft.city = of -> of.column(Person::city, "p:c").formerly(Person::city, "p:town"),
            "column p:town: declared city: UTF-8 text, found nothing",
            "fields of index byCity: declared city in column p:c or column p:town, null without,"
                + " found city in column p:c, null without"),
        change(
            draft -> draft.count = of -> of.column(Person::count, "p:n", ColumnTypes.decimalText()),
            "column p:n: declared count: int64 as decimal digits, found count: int64"),
        change(
            draft ->
                draft.city =
                    of ->
                        of.packed(
                            "p:c", PackedRecord.of(Person.class).field(1, Person::city).build()),
            "column p:c: declared message, found city: UTF-8 text",
            "column p:c, number 1: declared city: optional string, found nothing",
            "fields of index byCity: declared city in column p:c  number 1, null without, found"
                + " city in column p:c, null without"),
        change(
            draft -> draft.count = of -> of.counter(Person::count, "p:n"),
            "column p:n: declared count: counter, found count: int64"),
        marking(draft -> draft.more = TableDesignBuilder::marked),
        marking(
            draft -> draft.more = of -> of.version(Person::count),
            "the version: declared count, found nothing"),
        change(
            draft -> draft.more = of -> of.expiresAt(Person::until),
            "how long records live: declared until, found nothing"),
        change(
            draft -> draft.more = of -> of.neverNull(Person::city),
            "never null: declared city, found nothing"),
        change(
            draft -> draft.ageFirst = true,
            "order of what is declared: declared key, column p:a, column p:c, column p:n, column"
                + " p:m, column p:u, found key, column p:c, column p:a, column p:n, column p:m,"
                + " column p:u"));
  }

  static Stream<Arguments> changesOfIndexes() {
    String form = "form of index byCity: declared city: ";
    return Stream.of(
        change(
            draft -> draft.indexed = false,
            "index byCity: declared nothing, found entries in people_byCity"),
        change(
            draft -> draft.on = key -> key.part(Person::city).part(Person::age),
            "fields of index byCity: declared city in column p:c, null without, age in column p:a,"
                + " null without, found city in column p:c, null without",
            "part 2 of form of index byCity: declared age: int (signed, 4 bytes), found nothing"),
        change(
            draft -> draft.on = key -> key.part(Person::mail),
            "fields of index byCity: declared mail in column p:m, null without, found city in"
                + " column p:c, null without",
            "part 1 of form of index byCity: declared mail: " + TEXT + ", found city: " + TEXT),
        change(
            draft -> draft.on = key -> key.part(Person::city, Parts.descending(Parts.text())),
            "part 1 of form of index byCity: declared city: String ("
                + TEXT_FORM
                + ", descending), found city: "
                + TEXT),
        change(
            draft -> draft.on = key -> key.part(Person::city, Parts.optional(Parts.text())),
            "part 1 of form of index byCity: declared city: String ("
                + TEXT_FORM
                + ", optional), found city: "
                + TEXT),
        change(
            draft -> draft.on = key -> key.salt(2).part(Person::city),
            "part 1 of form of index byCity: declared 1 of 2 buckets by what follows, found city: "
                + TEXT,
            "part 2 of form of index byCity: declared city: " + TEXT + ", found nothing"),
        change(
            draft -> draft.index = of -> of.only("adults", person -> person.age() > 17),
            form + TEXT_FORM + ", only adults, found city: " + TEXT_FORM),
        marking(
            draft -> draft.index = of -> of.covering(Person::age),
            "copies of index byCity: declared age, found nothing",
            "hbase.hstore.time.to.purge.deletes of family i in table people_byCity: declared"
                + " 14400000, found nothing"),
        marking(
            draft -> draft.index = IndexDesignBuilder::unique,
            form + "unique " + TEXT_FORM + ", found city: " + TEXT_FORM),
        change(
            draft -> draft.index = of -> of.table("elsewhere"),
            "index byCity: declared entries in elsewhere, found entries in people_byCity",
            "table elsewhere: declared made, found nothing"));
  }

  @ParameterizedTest
  @MethodSource({"changesOfRows", "changesOfIndexes"})
  void eachChangeIsNamedInTheWordsOfTheDeclaration(Change change, List<String> lines) {
    assertThat(lines(design(change), tables(design()))).containsExactlyInAnyOrderElementsOf(lines);
    TableDesign<Person> changed = design(change);
    assertThat(lines(changed, tables(changed))).isEmpty();
    assertThat(lines(design(), tables(changed))).isNotEmpty();
  }

  /** The table of the records has the form of such an index, too. */
  @Test
  void anIndexInTheTableOfTheRecords() {
    Change apart =
        draft -> {
          draft.key = key -> key.literal("r").part(Person::id);
          draft.index = of -> of.inTableOfRecords("i", "q");
        };
    TableDesign<Person> design = design(apart);
    assertThat(lines(design, tables(design))).isEmpty();
    TableDesign<Person> changed =
        design(apart, draft -> draft.on = key -> key.part(Person::city).part(Person::age));
    List<String> lines = lines(changed, tables(design));
    assertThat(lines)
        .containsExactly(
            "fields of index byCity: declared city in column p:c, null without, age in column p:a,"
                + " null without, found city in column p:c, null without",
            "part 3 of form of index byCity: declared age: int (signed, 4 bytes), found nothing");
    assertThat(changed.diff(design.descriptor()).stream().map(Object::toString).toList())
        .isEqualTo(lines);
  }

  /** Other families, and indexes that are not ready, stand beside each other. */
  @Test
  void whatTheTablesAreJustNow() {
    TableDesign<Person> design = design();
    TableName entries = TableName.valueOf("people_byCity");
    Map<TableName, TableDescriptor> there = tables(design);
    note(there, entries, Map.of("rowan.index.byCity.state", "building"));
    assertThat(lines(design, there))
        .containsExactly("state of index byCity: declared ready, found building");
    note(
        there,
        entries,
        Map.of("rowan.index.byCity.state", "failed", "rowan.index.byCity.failure", "no room"));
    assertThat(lines(design, there))
        .containsExactly(
            "state of index byCity: declared ready, found its last build failed: no room");
    note(there, TABLE, Map.of("rowan.index.byCity.table", "being given up by 7"));
    assertThat(lines(design, there))
        .containsExactly("index byCity: declared entries in people_byCity, found being given up");
    note(there, TABLE, Map.of("rowan.index.byCity.table", "given up"));
    assertThat(lines(design, there))
        .containsExactly("index byCity: declared entries in people_byCity, found given up");
    assertThat(lines(design(draft -> draft.indexed = false), there)).isEmpty();
    there.remove(entries);
    assertThat(lines(design, there)).contains("table people_byCity: declared made, found nothing");
    there.remove(TABLE);
    assertThat(lines(design, there))
        .containsExactly(
            "table people: declared made, found nothing",
            "table people_byCity: declared made, found nothing");
  }

  @Test
  void familiesOfTheTablesOfEntries() {
    TableDesign<Person> design = design();
    Map<TableName, TableDescriptor> there = tables(design);
    there.computeIfPresent(
        TableName.valueOf("people_byCity"),
        (name, table) ->
            TableDescriptorBuilder.newBuilder(table)
                .modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(table.getColumnFamilies()[0])
                        .setTimeToLive(60)
                        .build())
                .build());
    assertThat(lines(design, there))
        .containsExactly("TTL of family i in table people_byCity: declared 2147483647, found 60");
  }

  private static void note(
      Map<TableName, TableDescriptor> there, TableName table, Map<String, String> notes) {
    there.computeIfPresent(table, (name, each) -> NewNotes.with(each, notes));
  }

  @Test
  void views() {
    TableDesign<Person> none = design(draft -> draft.more = TableDesignBuilder::marked);
    TableDesign<Person> design = none.withViews(Set.of("one", "two"));
    Map<TableName, TableDescriptor> there = tables(none);
    assertThat(lines(none, tables(design)))
        .containsExactly(
            "view one: declared nothing, found kept", "view two: declared nothing, found kept");
    assertThat(lines(design, tables(design))).isEmpty();
    there.computeIfPresent(
        TABLE,
        (name, each) ->
            NewNotes.with(each, Map.of("rowan.views.one", "kept", "rowan.views.old", "given up")));
    assertThat(lines(design, there)).containsExactly("view two: declared kept, found nothing");
    note(there, TABLE, Map.of("rowan.views.two", "being given up by x"));
    assertThat(lines(design, there))
        .containsExactly("view two: declared kept, found being given up");
    note(there, TABLE, Map.of("rowan.views.two", "kept"));
    TableDesign<Person> view = none.asViewOf(TableName.valueOf("source"));
    TableName one = TableName.valueOf("one");
    there.put(one, view.descriptor());
    assertThat(lines(design, there))
        .containsExactly("state of view one: declared ready, found building");
    there.put(one, ViewNotes.failed(view.descriptor(), "no room"));
    assertThat(lines(design, there))
        .containsExactly("state of view one: declared ready, found its last build failed: no room");
    there.put(one, ViewNotes.ready(view.descriptor()));
    assertThat(lines(design, there)).isEmpty();
  }

  @Test
  void aTableThatIsAView() {
    TableDesign<Person> none = design(draft -> draft.more = TableDesignBuilder::marked);
    TableDesign<Person> view = none.asViewOf(TableName.valueOf("source"));
    assertThat(lines(none, tables(view)))
        .containsExactly("view of: declared nothing, found source");
    assertThat(lines(view, tables(view)))
        .containsExactly("state of the view: declared ready, found building");
    assertThat(lines(view, tables(none)))
        .containsExactly("view of: declared source, found nothing");
    assertThat(lines(none.asViewOf(TableName.valueOf("another")), tables(view)))
        .containsExactly("view of: declared another, found source");
    Map<TableName, TableDescriptor> there = tables(view);
    there.computeIfPresent(TABLE, (name, each) -> ViewNotes.ready(each));
    assertThat(lines(view, there)).isEmpty();
  }

  /** What anybody may have written into a descriptor is an answer too. */
  @Test
  void hostileNotes() {
    TableDesign<Person> design = design();
    for (String text : List.of("", "1", "1;", "1;|||", "2;key|id|x", "1;key||\\", "\u0000")) {
      Map<TableName, TableDescriptor> there = tables(design);
      note(there, TABLE, Map.of("rowan.design", text, "rowan.views.\u0001", "kept"));
      note(there, TableName.valueOf("people_byCity"), Map.of("rowan.index.byCity.design", text));
      assertThat(design.diff(there)).isNotEmpty();
    }
  }

  /** Of a key that is none the whole is told: it opens no table, and breaks no answer. */
  @Test
  void hostileForms() {
    TableDesign<Person> design = design();
    for (String form :
        List.of("\"", "\"\\\\x\"", "\"\\\\xA", "\"a", " + ", "1 of 999 buckets by ")) {
      Map<TableName, TableDescriptor> there = tables(design);
      note(there, TABLE, Map.of("rowan.design", "1;key|id|" + form));
      assertThat(lines(design, there)).as(form).isNotEmpty();
      assertThatThrownBy(() -> DesignNotes.check(design, there))
          .as(form)
          .isInstanceOf(ChangedDesignException.class);
    }
  }

  /** Of each of two designs, the tables of the one differ from the other if their names do. */
  @Tag("slow")
  @Test
  void differencesAndFingerprintsAgree() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int same = 0;
    for (int i = 0; i < 1_500; i++) {
      List<Integer> one = choices(random);
      List<Integer> other = new ArrayList<>(one);
      for (int changes = random.nextInt(3); changes > 0; changes--) {
        int slot = random.nextInt(SLOTS.size());
        other.set(slot, random.nextInt(SLOTS.get(slot).size()));
      }
      TableDesign<Person> first = chosen(one);
      TableDesign<Person> second = chosen(other);
      boolean isSame = first.fingerprint().equals(second.fingerprint());
      same += isSame ? 1 : 0;
      String what = "seed " + seed + ", pair " + i + ": " + one + " and " + other;
      assertThat(first.diff(tables(second)).isEmpty()).as(what).isEqualTo(isSame);
      assertThat(second.diff(tables(first)).isEmpty()).as(what).isEqualTo(isSame);
    }
    assertThat(same).isBetween(100, 1_400);
  }

  private static final Change NONE = draft -> {};

  private static List<Integer> choices(Random random) {
    return new ArrayList<>(SLOTS.stream().map(slot -> random.nextInt(slot.size())).toList());
  }

  private static TableDesign<Person> chosen(List<Integer> choices) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < choices.size(); i++) {
      changes.add(SLOTS.get(i).get(choices.get(i)));
    }
    return design(changes.toArray(Change[]::new));
  }

  /** Of each slot one is chosen; they go together. */
  private static final List<List<Change>> SLOTS =
      List.of(
          List.of(
              NONE,
              draft -> draft.key = key -> key.part(Person::id, Parts.textToEnd()),
              draft -> draft.key = key -> key.salt(4).part(Person::id),
              draft -> draft.key = key -> key.salt(5).part(Person::id),
              draft -> draft.key = key -> key.hash(Digest.md5(2), Person::id).part(Person::id),
              draft -> draft.key = key -> key.hash(Digest.murmur3(2), Person::id).part(Person::id)),
          List.of(
              NONE,
              draft -> draft.city = of -> of.column(Person::city, "p:town"),
              draft ->
                  draft.city =
                      of -> of.column(Person::city, "p:c").formerly(Person::city, "p:town"),
              draft ->
                  draft.city =
                      of -> of.column(Person::city, "p:town").formerly(Person::city, "p:c")),
          List.of(
              NONE,
              draft ->
                  draft.count = of -> of.column(Person::count, "p:n", ColumnTypes.decimalText()),
              draft -> draft.count = of -> of.column(Person::count, "q:n")),
          List.of(
              NONE,
              draft -> draft.more = TableDesignBuilder::marked,
              draft -> draft.more = of -> of.version(Person::count),
              draft -> draft.more = of -> of.neverNull(Person::city),
              draft -> draft.more = of -> of.neverNull(Person::city, Person::mail)),
          List.of(NONE, draft -> draft.ageFirst = true),
          List.of(NONE, draft -> draft.indexed = false),
          List.of(
              NONE,
              draft -> draft.on = key -> key.part(Person::city).part(Person::age),
              draft -> draft.on = key -> key.part(Person::mail),
              draft -> draft.on = key -> key.part(Person::city, Parts.descending(Parts.text())),
              draft -> draft.on = key -> key.part(Person::city, Parts.optional(Parts.text()))),
          List.of(
              NONE,
              index(IndexDesignBuilder::unique),
              index(of -> of.covering(Person::age)),
              index(of -> of.covering(Person::age, Person::count)),
              index(of -> of.only("adults", person -> person.age() > 17)),
              index(of -> of.only("children", person -> person.age() < 18)),
              index(of -> of.table("elsewhere"))));

  private static Change index(UnaryOperator<IndexDesignBuilder<Person>> index) {
    return draft -> draft.index = index;
  }
}
