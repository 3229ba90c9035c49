package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewPlan;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program that declares views of a table whose records are moved, and knows nothing of the move:
 * by its plan the new table would be a view no more, and nobody could read it.
 */
@OnBackEnd
@Tag("tables")
class PlansBesideMovesTest extends MovedCalls {
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  record Start(int month, String phone, long start) {}

  private void runTo(MigrationPhase phase) throws IOException {
    MigrationRun<Call> run = MigrationRun.of(connection, migration(), ALONE);
    run.copy();
    if (phase.readsNew()) {
      run.switchReads();
    }
    if (phase == MigrationPhase.ENDED) {
      run.end();
    } else {
      Moves.note(connection, migration(), phase);
    }
  }

  private View<Call, Start> starts() {
    TableDesign<Start> starts =
        TableDesign.of(name + "_starts", Start.class)
            .key(key -> key.part(Start::start).part(Start::month).part(Start::phone))
            .family("s")
            .build();
    return View.of(
        byMonth(), starts, call -> List.of(new Start(call.month(), call.phone(), call.start())));
  }

  private void assertRefused(List<View<Call, ?>> views, MigrationPhase phase) {
    assertThatThrownBy(() -> ViewPlan.of(connection, ALONE, byMonth(), views))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the records of table " + name + " are moved to " + name + "_new")
        .hasMessageContaining("in the phase " + phase + ", and its views stay as they are");
  }

  @ParameterizedTest
  @EnumSource(
      value = MigrationPhase.class,
      names = {"COPYING", "SWITCHING", "SWITCHED", "ENDING", "FENCED", "ENDED"})
  void theViewsOfATableThatIsMovedStay(MigrationPhase phase) throws IOException {
    make(5);
    ViewPlan<Call> before = ViewPlan.of(connection, ALONE, byMonth(), List.of(starts()));
    runTo(phase);
    assertRefused(List.of(starts()), phase);
    if (!phase.isLenient()) {
      assertRefused(List.of(), phase);
    }
    assertThatThrownBy(before::run).isInstanceOf(IllegalStateException.class);
    try (Admin admin = connection.getAdmin();
        MigratedTable<Call> table = MigratedTable.open(connection, migration(), ALONE)) {
      assertThat(admin.tableExists(TableName.valueOf(name + "_starts"))).isFalse();
      table.put(call(10));
      assertThat(all(table)).hasSize(6);
    }
  }
}
