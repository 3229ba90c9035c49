package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.packed.PackedRecordBuilder;
import io.rowandb.schema.packed.PackedTypes;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.table.Versioned;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What docs/evolution.md says that is refused, and how it is said. */
@ExtendWith(BackEnd.class)
class EvolutionPageTest {
  record Ticket(String id, String city, int age, Instant until, Duration life) {}

  record Log(String id, List<Versioned<String>> city) {}

  record Plain(String id, String city) {}

  /** Short, since an upgrade waits for two leases. */
  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(20));

  private static final Ticket ADA =
      new Ticket("ada", "Rome", 36, Instant.parse("2100-01-01T00:00:00Z"), Duration.ofDays(400));

  private Connection connection;
  private String name = BackEnd.newTableName("tickets");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesign<Ticket> design(UnaryOperator<TableDesignBuilder<Ticket>> more) {
    return more.apply(
            TableDesign.of(name, Ticket.class)
                .key(key -> key.part(Ticket::id))
                .family("t")
                .column(Ticket::city, "t:c")
                .column(Ticket::age, "t:a")
                .column(Ticket::until, "t:u")
                .column(Ticket::life, "t:l"))
        .build();
  }

  private TableDesign<Ticket> plain() {
    return design(of -> of);
  }

  private TableDesign<Ticket> byCity() {
    return design(of -> of.index("byCity", index -> index.on(key -> key.part(Ticket::city))));
  }

  private void make(TableDesign<Ticket> old) throws IOException {
    try (RecordTable<Ticket> table = RecordTable.create(connection, old)) {
      table.put(ADA);
    }
  }

  private <R> void works(TableDesign<R> design) throws IOException {
    try (RecordTable<R> table = RecordTable.open(connection, design)) {
      R record = table.get("ada").orElseThrow();
      table.put(record);
      assertThat(table.get("ada")).contains(record);
    }
  }

  /** The message, with the name of the page's table. */
  private String refusal(TableDesign<?> design) {
    Throwable refusal = catchThrowable(() -> RecordTable.open(connection, design));
    assertThat(refusal).isInstanceOf(ChangedDesignException.class);
    return refusal.getMessage().replace(name, "tickets");
  }

  private void isRefused(TableDesign<?> design, String... words) {
    assertThat(refusal(design)).contains(words);
  }

  private String unserved(TableDesign<Ticket> design) throws IOException {
    try (RecordTable<Ticket> table = RecordTable.open(connection, design)) {
      assertThat(table.get("ada")).contains(ADA); // the rest of the table answers
      table.put(ADA);
      Throwable refusal = catchThrowable(() -> table.where(Ticket::city).is("Rome").list());
      assertThat(refusal).isInstanceOf(UnservedReadException.class);
      return refusal.getMessage().replace(name, "tickets");
    }
  }

  /** Records without it would stay, and those with another go at another time. */
  @Test
  void aFieldThatSaysHowLongRecordsLive() throws IOException {
    make(plain());
    TableDesign<Ticket> until = design(of -> of.expiresAt(Ticket::until));
    works(until);
    works(plain());
    UpgradePlan.of(connection, until, SETTINGS).run();
    works(until);
    isRefused(plain(), "how long records live is [until]; declared: none");
    TableDesign<Ticket> life = design(of -> of.timeToLive(Ticket::life));
    isRefused(life, "how long records live is [until]; declared: [life]");
    RecordTable.declare(connection, plain());
    works(plain());
  }

  record Renamed(String id, String city, int age, Instant end, Duration life) {}

  @Test
  void thatFieldUnderAnotherName() throws IOException {
    make(design(of -> of.expiresAt(Ticket::until)));
    works(
        TableDesign.of(name, Renamed.class)
            .key(key -> key.part(Renamed::id))
            .family("t")
            .column(Renamed::city, "t:c")
            .column(Renamed::age, "t:a")
            .column(Renamed::end, "t:u")
            .column(Renamed::life, "t:l")
            .expiresAt(Renamed::end)
            .build());
  }

  /** Each program would judge by a column that the other does not write. */
  @Test
  void thatFieldUnderAnotherNameInAnotherColumn() throws IOException {
    make(design(of -> of.expiresAt(Ticket::until)));
    isRefused(
        TableDesign.of(name, Renamed.class)
            .key(key -> key.part(Renamed::id))
            .family("t")
            .column(Renamed::city, "t:c")
            .column(Renamed::age, "t:a")
            .column(Renamed::end, "t:e")
            .column(Renamed::life, "t:l")
            .expiresAt(Renamed::end)
            .build(),
        "how long records live is [until]; declared: [end], in another column");
  }

  record Counted(String id, String city, int number, Instant until, Duration life) {}

  private TableDesign<Counted> counted(String column) {
    return TableDesign.of(name, Counted.class)
        .key(key -> key.part(Counted::id))
        .family("t")
        .column(Counted::city, "t:c")
        .column(Counted::number, column)
        .column(Counted::until, "t:u")
        .column(Counted::life, "t:l")
        .version(Counted::number)
        .build();
  }

  /** Two programs that count writes in different columns would write over each other unseen. */
  @Test
  void aVersionUnderAnotherNameInAnotherColumn() throws IOException {
    make(design(of -> of.version(Ticket::age)));
    works(counted("t:a"));
    isRefused(counted("t:v"), "the version is [age]; declared: [number], in another column");
  }

  private TableDesign<Ticket> keyed(UnaryOperator<RowKeyBuilder<Ticket>> key) {
    return TableDesign.of(name, Ticket.class)
        .key(key)
        .family("t")
        .column(Ticket::city, "t:c")
        .column(Ticket::age, "t:a")
        .column(Ticket::until, "t:u")
        .column(Ticket::life, "t:l")
        .build();
  }

  @Test
  void anotherSaltOrHash() throws IOException {
    make(keyed(key -> key.salt(4).part(Ticket::id)));
    isRefused(
        keyed(key -> key.salt(8).part(Ticket::id)),
        "part 1 of its key is 1 of 4 buckets by what follows; declared is 1 of 8 buckets");
    isRefused(plain(), "part 1 of its key is 1 of 4 buckets");
    isRefused(
        keyed(key -> key.hash(Digest.md5(2), Ticket::id).part(Ticket::id)), "MD5, first 2 bytes");
    isRefused(
        keyed(key -> key.salt(4).part(Ticket::id, Parts.textToEnd())), "part 2 of its key, id,");
  }

  record Follow(String user, int friend, String since) {}

  record LongFollow(String user, long friend, String since) {}

  /** The message begins as the page shows it; an ellipsis there stands for both keys as a whole. */
  @Test
  void anotherTypeInTheKey() throws IOException {
    RecordTable.create(
            connection,
            TableDesign.of(name, Follow.class)
                .key(key -> key.part(Follow::user).part(Follow::friend))
                .family("t")
                .column(Follow::since, "t:s")
                .build())
        .close();
    TableDesign<LongFollow> declared =
        TableDesign.of(name, LongFollow.class)
            .key(key -> key.part(LongFollow::user).part(LongFollow::friend))
            .family("t")
            .column(LongFollow::since, "t:s")
            .build();
    String page = Files.readString(EvolutionRowsTest.PAGE);
    String shown = page.replaceFirst("(?s).*```\n(table users was made [^\n]*) …\n```.*", "$1");
    assertThat(refusal(declared).replace("tickets", "users")).startsWith(shown + " The whole: ");
  }

  private TableDesign<Ticket> packed(UnaryOperator<PackedRecordBuilder<Ticket>> fields) {
    return TableDesign.of(name, Ticket.class)
        .key(key -> key.part(Ticket::id))
        .family("t")
        .packed("t:p", fields)
        .column(Ticket::until, "t:u")
        .column(Ticket::life, "t:l")
        .build();
  }

  /** The wire format tells a number from a text, but not which field it is of. */
  @Test
  void aPackedFieldOfAnotherTypeOrNumber() throws IOException {
    make(packed(of -> of.field(1, Ticket::city).field(2, Ticket::age)));
    isRefused(
        packed(of -> of.field(1, Ticket::city).fieldAs(2, Ticket::age, PackedTypes.sint32())),
        "column t:p, number 2 is age: optional int32; declared: column t:p, number 2 is age:"
            + " optional sint32");
    isRefused(
        packed(of -> of.field(2, Ticket::city).field(1, Ticket::age)), "column t:p, number 1");
    isRefused(plain(), "city");
  }

  @Test
  void versionsInThePlaceOfTheNewest() throws IOException {
    TableDesign<Log> log =
        TableDesign.of(name, Log.class)
            .key(key -> key.part(Log::id))
            .family("t", family -> family.setMaxVersions(3))
            .versions(Log::city, "t:c", 3)
            .build();
    TableDesign<Plain> newest =
        TableDesign.of(name, Plain.class)
            .key(key -> key.part(Plain::id))
            .family("t")
            .column(Plain::city, "t:c")
            .build();
    RecordTable.create(connection, newest).close();
    isRefused(log, "column t:c is city: UTF-8 text; declared: column t:c is city: UTF-8 text, ver");
  }

  /** An index of which the entries cannot be read yet, or any more. */
  @Test
  void anIndexThatIsNotReady() throws IOException {
    make(byCity());
    note("rowan.index.byCity.state", "building");
    assertThat(unserved(byCity())).contains("index byCity is not built");
    isRefused(plain(), "has index byCity in tickets_byCity, which this design lacks");
    note("rowan.index.byCity.failure", "no room");
    note("rowan.index.byCity.state", "failed");
    assertThat(unserved(byCity())).contains("its last build failed: no room");
    isRefused(plain(), "has index byCity in tickets_byCity, which this design lacks");
  }

  @Test
  void anIndexThatIsGivenUp() throws IOException {
    make(byCity());
    noteOfRecords("rowan.index.byCity.table", "being given up by 7");
    assertThat(unserved(byCity())).contains("given up");
    isRefused(plain(), "gives up index byCity, which this design lacks");
    noteOfRecords("rowan.index.byCity.table", "given up");
    assertThat(unserved(byCity())).contains("given up");
    works(plain());
  }

  /** Each message of the page is said by one of these, of other tables but for their names. */
  @Test
  void everyMessageOfThePageIsSaid() throws IOException {
    List<String> said = new ArrayList<>();
    said.add(refusalOf(keyed(key -> key.salt(4).part(Ticket::id)), this::withMoreSalt));
    said.add(refusalOf(plain(), this::withLongAge));
    said.add(refusalOf(plain(), () -> design(of -> of.family("x"))));
    said.add(refusalOf(byCity(), this::plain));
    said.add(refusalOf(withCopies(), this::unique));
    said.add(refusalOf(design(TableDesignBuilder::marked), this::plain));
    said.add(
        refusalOf(design(of -> of.version(Ticket::age)), () -> design(TableDesignBuilder::marked)));
    said.add(refusalOf(design(of -> of.expiresAt(Ticket::until)), this::plain));
    make(byCity());
    note("rowan.index.byCity.state", "building");
    said.add(unserved(byCity()));
    note("rowan.index.byCity.failure", "no room");
    note("rowan.index.byCity.state", "failed");
    said.add(unserved(byCity()));
    noteOfRecords("rowan.index.byCity.table", "being given up by 7");
    said.add(unserved(byCity()));
    said.add(refusal(plain()));
    noteOfRecords("rowan.index.byCity.table", "given up");
    said.add(unserved(byCity()));
    said.add(refusalOfWriter());
    List<String> promised = messages();
    assertThat(promised).hasSize(said.size());
    assertThat(promised)
        .allSatisfy(message -> assertThat(said).anyMatch(each -> each.contains(message)));
  }

  private TableDesign<Ticket> withMoreSalt() {
    return keyed(key -> key.salt(8).part(Ticket::id));
  }

  record Older(String id, long age) {}

  private TableDesign<Older> withLongAge() {
    return TableDesign.of(name, Older.class)
        .key(key -> key.part(Older::id))
        .family("t")
        .column(Older::age, "t:a")
        .build();
  }

  private TableDesign<Ticket> unique() {
    return design(
        of -> of.index("byCity", index -> index.on(key -> key.part(Ticket::city)).unique()));
  }

  private TableDesign<Ticket> withCopies() {
    return design(
        of ->
            of.index(
                "byCity",
                index -> index.on(key -> key.part(Ticket::city)).unique().covering(Ticket::age)));
  }

  private String refusalOf(TableDesign<Ticket> old, Supplier<TableDesign<?>> other)
      throws IOException {
    RecordTable.create(connection, old).close();
    String message = refusal(other.get());
    name = BackEnd.newTableName("tickets");
    return message;
  }

  private String refusalOfWriter() throws IOException {
    name = BackEnd.newTableName("tickets");
    TableDesign<Ticket> marked = design(TableDesignBuilder::marked);
    RecordTable.create(connection, marked.withViews(Set.of("authors"))).close();
    try (RecordTable<Ticket> table = RecordTable.open(connection, marked)) {
      Throwable refusal = catchThrowable(() -> table.put(ADA));
      assertThat(refusal).isInstanceOf(ChangedDesignException.class);
      return refusal.getMessage().replace(name, "tickets");
    }
  }

  private static List<String> messages() throws IOException {
    List<String> lines = Files.readAllLines(EvolutionRowsTest.PAGE);
    return lines.subList(lines.indexOf("| a program that | is told |") + 2, lines.size()).stream()
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.substring(line.indexOf('`') + 1, line.lastIndexOf('`')))
        .toList();
  }

  @Test
  void anIndexInAnotherTable() throws IOException {
    make(byCity());
    TableDesign<Ticket> elsewhere =
        design(
            of ->
                of.index(
                    "byCity",
                    index -> index.on(key -> key.part(Ticket::city)).table(name + "_other")));
    isRefused(elsewhere, "index byCity has its entries in tickets_byCity; declared: tickets_other");
    UpgradePlan.of(connection, elsewhere, SETTINGS).run();
    works(elsewhere);
    isRefused(byCity(), "index byCity has its entries in tickets_other; declared: tickets_byCity");
  }

  private void note(String attribute, String value) throws IOException {
    note(name + "_byCity", attribute, value);
  }

  private void noteOfRecords(String attribute, String value) throws IOException {
    note(name, attribute, value);
  }

  private void note(String table, String attribute, String value) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf(table)))
              .setValue(attribute, value)
              .build());
    }
  }
}
