package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.notes.MigrationStates;
import io.rowandb.schema.table.MigrationPhase;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.hbase.client.Connection;

/** How far moves of records get. */
final class Moves {
  private Moves() {}

  /** Goes on with a move as far as a phase wants it; that of the fence is to be noted then. */
  static void runTo(MigrationPhase phase, MigrationRun<?> run) throws IOException {
    if (phase.compareTo(MigrationPhase.COPYING) >= 0) {
      run.copy();
    }
    if (phase.compareTo(MigrationPhase.SWITCHED) >= 0) {
      run.switchReads();
    }
    if (phase == MigrationPhase.ENDED) {
      run.end();
    }
  }

  /** Notes a phase, whatever the one before is. */
  static void note(Connection by, Migration<?> migration, MigrationPhase phase) throws IOException {
    MigrationStates.note(
        by,
        migration.old().name(),
        migration.target().name(),
        EnumSet.allOf(MigrationPhase.class),
        phase);
  }
}
