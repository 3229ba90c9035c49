package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When an upgrade has ended, no program writes that the new design refuses. */
@OnBackEnd
@Tag("slow")
class UpgradeWaitTest {
  record Doc(String id, String text, long version, Instant until) {}

  private static final Doc DOC = new Doc("d", "a", 0, Instant.parse("2100-01-01T00:00:00Z"));

  /** Far longer than an upgrade that waits for nobody takes with its calls. */
  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(250));

  /** Nobody writes beside the upgrade. */
  private static final IndexSettings SOON = IndexSettings.usual().withLease(Duration.ofMillis(5));

  /** An upgrade that waits for programs does not end. */
  private static final IndexSettings ENDLESS =
      IndexSettings.usual().withLease(Duration.ofDays(1_000));

  private Connection connection;
  private String name = BackEnd.newTableName("docs");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  /** What a program of the former design would do wrong. */
  enum Change {
    MARKS,
    VERSION,
    EXPIRY,
    RENAMED;

    TableDesign<Doc> before(String name) {
      TableDesignBuilder<Doc> design = rest(name).column(Doc::text, "u:t");
      return (this == VERSION ? design.marked() : design).build();
    }

    TableDesign<Doc> after(String name) {
      TableDesignBuilder<Doc> rest = rest(name);
      TableDesignBuilder<Doc> after =
          switch (this) {
            case MARKS -> rest.column(Doc::text, "u:t").marked();
            case VERSION -> rest.column(Doc::text, "u:t").marked().version(Doc::version);
            case EXPIRY -> rest.column(Doc::text, "u:t").expiresAt(Doc::until);
            case RENAMED -> rest.column(Doc::text, "u:text").formerly(Doc::text, "u:t");
          };
      return after.build();
    }
  }

  private static TableDesignBuilder<Doc> rest(String name) {
    return TableDesign.of(name, Doc.class)
        .key(key -> key.part(Doc::id))
        .family("u")
        .column(Doc::version, "u:v")
        .column(Doc::until, "u:u");
  }

  private RecordTable<Doc> former(TableDesign<Doc> design, IndexSettings settings)
      throws IOException {
    RecordTable<Doc> former = RecordTable.open(connection, design, settings);
    former.put(DOC); // its lease begins
    return former;
  }

  private static void isRefused(RecordTable<Doc> former, Object when) {
    assertThatThrownBy(() -> former.put(DOC))
        .as("%s", when)
        .isInstanceOf(ChangedDesignException.class);
  }

  @ParameterizedTest
  @EnumSource
  void programsOfTheFormerDesignWriteNoMore(Change change) throws IOException {
    RecordTable.create(connection, change.before(name)).close();
    try (RecordTable<Doc> former = former(change.before(name), SETTINGS)) {
      UpgradePlan<Doc> plan = UpgradePlan.of(connection, change.after(name), SETTINGS);
      assertThat(plan.steps()).last().asString().startsWith("wait for programs");
      plan.run();
      isRefused(former, change);
    }
    assertThatThrownBy(() -> UpgradePlan.of(connection, change.before(name), SETTINGS))
        .as("the way back")
        .isInstanceOf(ChangedDesignException.class);
    assertThat(UpgradePlan.of(connection, change.after(name), SETTINGS).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void whereverAnUpgradeDies(Change change) throws IOException {
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("mortal");
        RecordTable.create(connection, change.before(name)).close();
        Death death = new Death(call, moment);
        try (RecordTable<Doc> former = former(change.before(name), SETTINGS)) {
          try {
            UpgradePlan.of(WatchedAdmin.of(connection, death), change.after(name), SETTINGS).run();
          } catch (Death.ClientDied e) {
            assertThat(death.happened()).isTrue();
          }
          UpgradePlan.of(connection, change.after(name), SETTINGS).run();
          isRefused(former, death);
        }
        died = death.happened();
        assertThat(UpgradePlan.of(connection, change.after(name), SETTINGS).isEmpty())
            .as("%s", death)
            .isTrue();
        BackEnd.drop(connection, name);
      }
    }
  }

  record Small(String id, String text) {}

  private TableDesign<Small> small() {
    return TableDesign.of(name, Small.class)
        .key(key -> key.part(Small::id))
        .family("u")
        .column(Small::text, "u:t")
        .build();
  }

  /** Programs with and without a field stand one another. */
  @Test
  void aFieldMoreOrLessWaitsForNobody() throws IOException {
    TableDesign<Doc> large = Change.EXPIRY.before(name);
    RecordTable.create(connection, small()).close();
    UpgradePlan.of(connection, large, ENDLESS).run();
    assertThat(UpgradePlan.of(connection, large, ENDLESS).isEmpty()).isTrue();
    UpgradePlan.of(connection, small(), ENDLESS).run();
    assertThat(UpgradePlan.of(connection, small(), ENDLESS).isEmpty()).isTrue();
  }

  private void killedBeforeItWaits(Change change) throws IOException {
    Death death = new Death(0, Death.Moment.AFTER);
    assertThatThrownBy(
            () ->
                UpgradePlan.of(WatchedAdmin.of(connection, death), change.after(name), SETTINGS)
                    .run())
        .isInstanceOf(Death.ClientDied.class);
  }

  /** Any upgrade that comes next waits for the one that was killed. */
  @Test
  void theNextUpgradeWaitsInItsPlace() throws IOException {
    TableDesign<Small> marked = smallAndMarked();
    RecordTable.create(connection, Change.MARKS.before(name)).close();
    try (RecordTable<Doc> former = former(Change.MARKS.before(name), SETTINGS)) {
      killedBeforeItWaits(Change.MARKS);
      UpgradePlan<Small> plan = UpgradePlan.of(connection, marked, SETTINGS);
      assertThat(plan.steps()).last().asString().startsWith("wait for programs");
      plan.run();
      isRefused(former, plan);
    }
    assertThat(UpgradePlan.of(connection, marked, SETTINGS).isEmpty()).isTrue();
  }

  private TableDesign<Small> smallAndMarked() {
    return TableDesign.of(name, Small.class)
        .key(key -> key.part(Small::id))
        .family("u")
        .column(Small::text, "u:t")
        .marked()
        .build();
  }

  /** Whoever declares says that no program of another design is at work. */
  @Test
  void declareWaitsForNobody() throws IOException {
    RecordTable.create(connection, Change.EXPIRY.before(name)).close();
    killedBeforeItWaits(Change.EXPIRY);
    TableDesign<Doc> after = Change.EXPIRY.after(name);
    assertThat(UpgradePlan.of(connection, after, ENDLESS).steps())
        .containsExactly("wait for programs of the former design, which write no more then");
    RecordTable.declare(connection, after);
    assertThat(UpgradePlan.of(connection, after, ENDLESS).isEmpty()).isTrue();
  }

  private TableDesign<Doc> byText() {
    return rest(name)
        .column(Doc::text, "u:t")
        .marked()
        .index("byText", index -> index.on(key -> key.part(Doc::text)))
        .build();
  }

  /** Of two upgrades at once, the slower does not take away what the other has noted. */
  @Test
  void anotherUpgradeWhileAnIndexIsFilled() throws IOException {
    boolean came = true;
    int both = 0;
    for (int call = 0; came; call += Death.CALLS_APART) {
      name = BackEnd.newTableName("both");
      RecordTable.create(connection, Change.VERSION.before(name)).close();
      former(Change.VERSION.before(name), SETTINGS).close();
      Between between =
          new Between(
              call,
              /* ofTables= */ false,
              () -> UpgradePlan.of(connection, Change.VERSION.after(name), SOON).run());
      try {
        UpgradePlan.of(WatchedAdmin.of(connection, between), byText(), SOON).run();
      } catch (ChangedDesignException | IllegalStateException | IOException e) {
        both++;
      }
      came = between.happened();
      assertThat(isNoted(byText())).as("behind call %s", call).isEqualTo(!came);
      if (came) {
        assertThat(UpgradePlan.of(connection, Change.VERSION.after(name), SOON).isEmpty())
            .as("behind call %s", call)
            .isTrue();
      }
      BackEnd.drop(connection, name);
    }
    assertThat(both).isPositive();
  }

  private boolean isNoted(TableDesign<Doc> design) throws IOException {
    try {
      return UpgradePlan.of(connection, design, SOON).isEmpty();
    } catch (ChangedDesignException e) {
      return false;
    }
  }

  /** Another program had read the descriptor before, and writes it behind this one. */
  @Test
  void anUpgradeThatIsWrittenOver() throws IOException {
    RecordTable.create(connection, Change.EXPIRY.before(name)).close();
    TableDesign<Doc> after = Change.EXPIRY.after(name);
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor before = admin.getDescriptor(TableName.valueOf(name));
      Between between = new Between(0, /* ofTables= */ true, () -> admin.modifyTable(before));
      UpgradePlan<Doc> plan = UpgradePlan.of(WatchedAdmin.of(connection, between), after, SETTINGS);
      assertThatThrownBy(plan::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another design of table " + name);
      assertThat(between.happened()).isTrue();
    }
    UpgradePlan.of(connection, after, SOON).run();
    assertThat(isNoted(after)).isTrue();
  }

  /** The other program's index was another, of which the text of the design says nothing. */
  @Test
  void theTableOfANewIndexIsWrittenOver() throws IOException {
    RecordTable.create(connection, Change.VERSION.before(name)).close();
    String place = "rowan.index.byText.table";
    try (Admin admin = connection.getAdmin()) {
      boolean[] taken = {false};
      Calls others =
          call -> {
            Object answer = call.make();
            TableDescriptor now = admin.getDescriptor(TableName.valueOf(name));
            if (call.name().equals("modifyTable") && !taken[0] && now.getValue(place) != null) {
              taken[0] = true;
              admin.modifyTable(
                  TableDescriptorBuilder.newBuilder(now).removeValue(Bytes.toBytes(place)).build());
            }
            return answer;
          };
      UpgradePlan<Doc> plan =
          UpgradePlan.of(WatchedAdmin.of(connection, others), byText(), SETTINGS);
      assertThatThrownBy(plan::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another design of table " + name);
      assertThat(taken[0]).isTrue();
    }
    UpgradePlan.of(connection, byText(), SOON).run();
    assertThat(isNoted(byText())).isTrue();
  }

  /** While one program fills an index, another gives a second one another form. */
  @Test
  void anIndexThatAnotherUpgradeGaveAnotherForm() throws IOException {
    TableDesign<Doc> other =
        rest(name)
            .column(Doc::text, "u:t")
            .marked()
            .index(
                "byText",
                index -> index.on(key -> key.hash(Digest.md5(2), Doc::text).part(Doc::text)))
            .build();
    TableDesign<Doc> more =
        rest(name)
            .column(Doc::text, "u:t")
            .marked()
            .index("byText", index -> index.on(key -> key.part(Doc::text)))
            .index("again", index -> index.on(key -> key.part(Doc::text)))
            .build();
    RecordTable.create(connection, byText()).close();
    Between between =
        new Between(0, /* ofTables= */ true, () -> UpgradePlan.of(connection, other, SOON).run());
    UpgradePlan<Doc> plan = UpgradePlan.of(WatchedAdmin.of(connection, between), more, SOON);
    assertThatThrownBy(plan::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("index byText");
    assertThat(between.happened()).isTrue();
    assertThat(isNoted(other)).isTrue();
  }

  /** What others do behind one call of a client, which is of rows or of tables. */
  private static final class Between implements Calls {
    private interface Others {
      void run() throws IOException;
    }

    private final int at;
    private final boolean ofTables;
    private final Others others;
    private int calls;

    Between(int at, boolean ofTables, Others others) {
      this.at = at;
      this.ofTables = ofTables;
      this.others = others;
    }

    @Override
    public Object pass(ServerCall call) throws IOException {
      Object answer = call.make();
      boolean isOfTables = call.name().endsWith("Table");
      if (isOfTables == ofTables && calls++ == at) {
        others.run();
      }
      return answer;
    }

    boolean happened() {
      return calls > at;
    }
  }
}
