package io.rowandb.engine.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every answer that eight threads get on three rows, while they are flushed, compacted, split and
 * merged, is explained by one order of the calls. {@code -Drowan.linearizability=N} runs N
 * histories of each kind, {@code -Drowan.seed=N} begins with other requests; the threads meet as
 * they do.
 */
@Tag("slow")
class LinearizabilityTest {
  private static final int HISTORIES = Integer.getInteger("rowan.linearizability", 100);
  private static final long SEED = Long.getLong("rowan.seed", 20);

  /** Many more than it has taken to meet a race that is there. */
  private static final int ENOUGH = 2_000;

  private static int histories;
  private static long operations;
  private static int violations;

  @AfterAll
  static void print() {
    System.out.printf(
        "linearizability: %d histories, %d operations, %d threads, violations %d%n",
        histories, operations, Session.THREADS, violations);
  }

  @ParameterizedTest
  @EnumSource
  void answersAreThoseOfOneOrder(Mode mode) throws Exception {
    try (Session session = new Session(mode, Caller::new, SEED)) {
      // On, too, until there was something beside them; how much, the scheduler decides.
      for (int i = 0; i < HISTORIES || session.regroupings() == 0; i++) {
        Session.History history = session.run();
        histories++;
        operations += history.operations().size();
        String evidence = violation(mode, history);
        if (evidence != null) {
          violations++;
          fail("No order explains this (seed %d, history %d): %s", SEED, i, evidence);
        }
      }
      assertThat(session.disturbances()).isPositive();
    }
  }

  /** A client that adds by a read and a write, which others come between. */
  private static final class RacyCaller extends Caller {
    RacyCaller(Database database, TableName table, int rows) {
      super(database, table, rows);
    }

    @Override
    long increment(Region region, int row, long by) throws IOException {
      Long before = read(region, row).counter();
      long sum = (before == null ? 0 : before) + by;
      region.write(putCounter(row, sum));
      return sum;
    }
  }

  @Test
  void aLostUpdateIsFound() throws Exception {
    String evidence = null;
    try (Session session = new Session(Mode.ROWS, RacyCaller::new, SEED)) {
      for (int i = 0; i < ENOUGH && evidence == null; i++) {
        evidence = violation(Mode.ROWS, session.run());
      }
    }
    assertThat(evidence).contains("INCREMENT row");
  }

  /** The shortest part of a history that nothing explains, or null. */
  private static String violation(Mode mode, Session.History history) {
    List<Operation> all = history.operations();
    List<List<Operation>> parts =
        mode == Mode.REGIONS ? List.of(all) : Operation.byRow(all, Session.ROWS);
    for (List<Operation> part : parts) {
      if (!Linearization.exists(part, history.before())) {
        return "before "
            + history.before()
            + Evidence.print(Evidence.reduce(part, history.before()));
      }
    }
    return null;
  }
}
