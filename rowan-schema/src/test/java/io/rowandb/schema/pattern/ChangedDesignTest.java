package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A design that reads the bytes of a table otherwise than they were written is refused. */
@OnBackEnd
class ChangedDesignTest {
  record Shot(String user, String friend, int power, String text) {}

  record WithFloat(String user, String friend, float power, String text) {}

  record Longer(String user, String friend, int power, String text, Long more) {}

  record Renamed(String user, String friend, int strength, String text) {}

  record Post(int id, List<Note> notes) {}

  record Note(int number, String text) {}

  private Connection connection;
  private final String name = BackEnd.newTableName("shots");

  @BeforeEach
  void take(Connection given) throws IOException {
    connection = given;
  }

  private <R> TableDesign<R> design(
      Class<R> type, UnaryOperator<TableDesignBuilder<R>> declaration) {
    return declaration.apply(TableDesign.of(name, type).family("i")).build();
  }

  private TableDesign<Shot> shots() {
    return design(
        Shot.class,
        design ->
            design
                .key(key -> key.part(Shot::user).part(Shot::friend))
                .column(Shot::power, "i:p")
                .column(Shot::text, "i:t"));
  }

  private void makeTable() throws IOException {
    try (RecordTable<Shot> table = RecordTable.create(connection, shots())) {
      table.put(new Shot("ann", "bob", 7, "x"));
    }
  }

  private void isRefused(TableDesign<?> changed, String... difference) {
    assertThatThrownBy(() -> RecordTable.open(connection, changed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(difference)
        .hasMessageContaining(name);
  }

  private <R> R opened(TableDesign<R> changed) throws IOException {
    try (RecordTable<R> table = RecordTable.open(connection, changed)) {
      return table.get("ann", "bob").orElseThrow();
    }
  }

  @Test
  void theSameDesignAnew() throws IOException {
    makeTable();
    assertThat(opened(shots())).isEqualTo(new Shot("ann", "bob", 7, "x"));
  }

  @Test
  void aFamilyThatTheTableHasNot() throws IOException {
    makeTable();
    TableDesign<Shot> changed =
        design(
            Shot.class,
            design ->
                design
                    .family("j")
                    .key(key -> key.part(Shot::user).part(Shot::friend))
                    .column(Shot::power, "i:p")
                    .column(Shot::text, "j:t"));
    isRefused(changed, "has no family j", "addColumnFamily");
    try (Admin admin = connection.getAdmin()) {
      admin.addColumnFamily(TableName.valueOf(name), ColumnFamilyDescriptorBuilder.of("j"));
    }
    isRefused(changed, "text", "column j:t", "formerly");
  }

  @Test
  void aPartOfTheKeyMore() throws IOException {
    makeTable();
    isRefused(
        design(
            Shot.class,
            design ->
                design
                    .key(
                        key ->
                            key.hash(Digest.md5(4), Shot::user).part(Shot::user).part(Shot::friend))
                    .column(Shot::power, "i:p")
                    .column(Shot::text, "i:t")),
        "key",
        "MD5, first 4 bytes");
  }

  record WithLong(long user, String friend, int power, String text) {}

  @Test
  void theWordsOfTheDeclaration() throws IOException {
    makeTable();
    isRefused(
        design(
            WithLong.class,
            design ->
                design
                    .key(key -> key.part(WithLong::user).part(WithLong::friend))
                    .column(WithLong::power, "i:p")
                    .column(WithLong::text, "i:t")),
        "part 1 of its key, user, is String (text",
        "declared, user, is long (signed, 8 bytes)");
  }

  @Test
  void anIntThatIsAFloat() throws IOException {
    makeTable();
    isRefused(
        design(
            WithFloat.class,
            design ->
                design
                    .key(key -> key.part(WithFloat::user).part(WithFloat::friend))
                    .column(WithFloat::power, "i:p")
                    .column(WithFloat::text, "i:t")),
        "column i:p",
        "power");
  }

  @Test
  void partsOfTheKeyThatChangePlaces() throws IOException {
    makeTable();
    isRefused(
        design(
            Shot.class,
            design ->
                design
                    .key(key -> key.part(Shot::friend).part(Shot::user))
                    .column(Shot::power, "i:p")
                    .column(Shot::text, "i:t")),
        "key",
        "friend",
        "user");
  }

  @Test
  void aColumnWithAnotherName() throws IOException {
    makeTable();
    isRefused(
        design(
            Shot.class,
            design ->
                design
                    .key(key -> key.part(Shot::user).part(Shot::friend))
                    .column(Shot::power, "i:q")
                    .column(Shot::text, "i:t")),
        "power",
        "i:p",
        "i:q",
        "formerly");
  }

  @Test
  void anotherSalt() throws IOException {
    UnaryOperator<TableDesignBuilder<Shot>> columns =
        design -> design.column(Shot::power, "i:p").column(Shot::text, "i:t");
    RecordTable.create(
            connection,
            design(
                Shot.class,
                design ->
                    columns.apply(
                        design.key(key -> key.salt(4).part(Shot::user).part(Shot::friend)))))
        .close();
    isRefused(
        design(
            Shot.class,
            design ->
                columns.apply(design.key(key -> key.salt(8).part(Shot::user).part(Shot::friend)))),
        "1 of 4 buckets",
        "1 of 8 buckets");
  }

  @Test
  void aFieldMore() throws IOException {
    makeTable();
    assertThat(
            opened(
                design(
                    Longer.class,
                    design ->
                        design
                            .key(key -> key.part(Longer::user).part(Longer::friend))
                            .column(Longer::power, "i:p")
                            .column(Longer::more, "i:m")
                            .column(Longer::text, "i:t"))))
        .isEqualTo(new Longer("ann", "bob", 7, "x", null));
  }

  @Test
  void aFieldWithAnotherName() throws IOException {
    makeTable();
    assertThat(
            opened(
                design(
                    Renamed.class,
                    design ->
                        design
                            .key(key -> key.part(Renamed::user).part(Renamed::friend))
                            .column(Renamed::strength, "i:p")
                            .column(Renamed::text, "i:t"))))
        .isEqualTo(new Renamed("ann", "bob", 7, "x"));
  }

  @Test
  void aColumnThatWasRenamed() throws IOException {
    makeTable();
    TableDesign<Shot> renamed =
        design(
            Shot.class,
            design ->
                design
                    .key(key -> key.part(Shot::user).part(Shot::friend))
                    .column(Shot::power, "i:q")
                    .formerly(Shot::power, "i:p")
                    .column(Shot::text, "i:t"));
    assertThat(opened(renamed)).isEqualTo(new Shot("ann", "bob", 7, "x"));
  }

  /** A program that is older would read what the column had before. */
  @Test
  void theFormerColumnAloneOnceTheColumnWasDeclaredRenamed() throws IOException {
    makeTable();
    TableDesign<Shot> renamed =
        design(
            Shot.class,
            design ->
                design
                    .key(key -> key.part(Shot::user).part(Shot::friend))
                    .column(Shot::power, "i:p")
                    .column(Shot::text, "i:x")
                    .formerly(Shot::text, "i:t"));
    RecordTable.declare(connection, renamed);
    isRefused(shots(), "text", "column i:x", "column i:t", "formerly");
    isRefused(
        design(
            Renamed.class,
            design ->
                design
                    .key(key -> key.part(Renamed::user).part(Renamed::friend))
                    .column(Renamed::strength, "i:p")
                    .column(Renamed::text, "i:t")),
        "text",
        "column i:x");
    assertThat(opened(renamed)).isEqualTo(new Shot("ann", "bob", 7, "x"));
  }

  /** The same enum before and after; its simple name is part of what is noted. */
  private static final class Before {
    enum Color {
      RED,
      GREEN
    }
  }

  private static final class Reordered {
    enum Color {
      GREEN,
      RED
    }
  }

  private static final class Longest {
    enum Color {
      RED,
      GREEN,
      BLUE
    }
  }

  @Test
  void constantsInAnotherOrder() throws IOException {
    record Plain(Before.Color color, String text) {}
    record Turned(Reordered.Color color, String text) {}
    record More(Longest.Color color, String text) {}
    TableDesign<Plain> plain =
        design(Plain.class, d -> d.key(k -> k.part(Plain::color).part(Plain::text)));
    TableDesign<More> more =
        design(More.class, d -> d.key(k -> k.part(More::color).part(More::text)));
    RecordTable.create(connection, plain).close();
    isRefused(
        design(Turned.class, d -> d.key(k -> k.part(Turned::color).part(Turned::text))),
        "constants of key",
        "[RED, GREEN]",
        "[GREEN, RED]");
    RecordTable.open(connection, more).close();
    RecordTable.declare(connection, more);
    assertThat(opens(plain)).isTrue();
  }

  @Test
  void constantsOfAnIndexInAnotherOrder() throws IOException {
    record Plain(String text, Before.Color color) {}
    record Turned(String text, Reordered.Color color) {}
    RecordTable.create(
            connection,
            design(
                Plain.class,
                d ->
                    d.key(k -> k.part(Plain::text))
                        .column(Plain::color, "i:c")
                        .index("byColor", i -> i.on(k -> k.part(Plain::color)))))
        .close();
    isRefused(
        design(
            Turned.class,
            d ->
                d.key(k -> k.part(Turned::text))
                    .column(Turned::color, "i:c")
                    .index(
                        "byColor",
                        i ->
                            i.on(
                                k ->
                                    k.part(Turned::color, Parts.enumByte(Reordered.Color.class))))),
        "constants of index byColor",
        "[RED, GREEN]");
  }

  private boolean opens(TableDesign<?> design) throws IOException {
    try (RecordTable<?> table = RecordTable.open(connection, design)) {
      return table.design() == design;
    }
  }

  @Test
  void anIndexMore() throws IOException {
    makeTable();
    assertThat(opened(indexedByPower())).isEqualTo(new Shot("ann", "bob", 7, "x"));
  }

  private TableDesign<Shot> indexedByPower() {
    return design(
        Shot.class,
        design ->
            design
                .key(key -> key.part(Shot::user).part(Shot::friend))
                .column(Shot::power, "i:p")
                .column(Shot::text, "i:t")
                .index("byPower", index -> index.on(key -> key.part(Shot::power))));
  }

  @Test
  void anIndexOnOtherFields() throws IOException {
    RecordTable.create(connection, indexedByPower()).close();
    isRefused(
        design(
            Shot.class,
            design ->
                design
                    .key(key -> key.part(Shot::user).part(Shot::friend))
                    .column(Shot::power, "i:p")
                    .column(Shot::text, "i:t")
                    .index(
                        "byPower",
                        index -> index.on(key -> key.part(Shot::power).part(Shot::text)))),
        "index byPower",
        "text");
  }

  private TableDesign<Post> posts(DetailLayout layout, boolean other) {
    return design(
        Post.class,
        design ->
            design
                .key(key -> key.part(Post::id))
                .details(
                    Post::notes,
                    layout,
                    DetailDesign.of(Note.class)
                        .key(
                            key ->
                                other
                                    ? key.part(Note::number, Parts.descending(Parts.int32()))
                                    : key.part(Note::number))
                        .cell(Note::text, "x")
                        .build()));
  }

  @Test
  void detailsInAnotherOrder() throws IOException {
    RecordTable.create(connection, posts(DetailLayout.wide("i"), false)).close();
    isRefused(posts(DetailLayout.wide("i"), true), "details", "descending");
  }

  @Test
  void detailsOfTheirOwnRowsInAnotherOrder() throws IOException {
    DetailLayout tall = DetailLayout.tall(BackEnd.newTableName("notes"));
    RecordTable.create(connection, posts(tall, false)).close();
    isRefused(posts(tall, true), "details", "descending");
  }

  @Test
  void aTableThatKnowsNoDesign() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(shots().name())
              .setColumnFamilies(shots().families().values())
              .build());
    }
    try (RecordTable<Shot> table = RecordTable.open(connection, shots())) {
      table.put(new Shot("ann", "bob", 7, "x"));
    }
    assertThat(opened(shots())).isEqualTo(new Shot("ann", "bob", 7, "x"));
  }

  @Test
  void withoutAThreadThatWaits(Configuration configuration) throws IOException {
    makeTable();
    TableDesign<WithFloat> changed =
        design(
            WithFloat.class,
            design ->
                design
                    .key(key -> key.part(WithFloat::user).part(WithFloat::friend))
                    .column(WithFloat::power, "i:p")
                    .column(WithFloat::text, "i:t"));
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<WithFloat> table = AsyncRecordTable.open(async, changed);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> ItemClient.Async.await(table.get("ann", "bob")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("column i:p");
        assertThatThrownBy(
                () -> ItemClient.Async.await(table.put(new WithFloat("ann", "bob", 1, "y"))))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThat(opened(shots())).isEqualTo(new Shot("ann", "bob", 7, "x"));
  }
}
