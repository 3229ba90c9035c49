package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.Connection;
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
    MARKS(of -> of, TableDesignBuilder::marked),
    VERSION(TableDesignBuilder::marked, of -> of.marked().version(Doc::version)),
    EXPIRY(of -> of, of -> of.expiresAt(Doc::until)),
    RENAMED(of -> of, of -> of);

    private final UnaryOperator<TableDesignBuilder<Doc>> before;
    private final UnaryOperator<TableDesignBuilder<Doc>> after;

    Change(
        UnaryOperator<TableDesignBuilder<Doc>> before,
        UnaryOperator<TableDesignBuilder<Doc>> after) {
      this.before = before;
      this.after = after;
    }

    TableDesign<Doc> before(String name) {
      return before.apply(rest(name).column(Doc::text, "u:t")).build();
    }

    TableDesign<Doc> after(String name) {
      TableDesignBuilder<Doc> rest = rest(name);
      return after
          .apply(
              this == RENAMED
                  ? rest.column(Doc::text, "u:text").formerly(Doc::text, "u:t")
                  : rest.column(Doc::text, "u:t"))
          .build();
    }

    private static TableDesignBuilder<Doc> rest(String name) {
      return TableDesign.of(name, Doc.class)
          .key(key -> key.part(Doc::id))
          .family("u")
          .column(Doc::version, "u:v")
          .column(Doc::until, "u:u");
    }
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
}
