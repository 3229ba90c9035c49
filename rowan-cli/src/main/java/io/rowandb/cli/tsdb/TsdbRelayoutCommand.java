package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.layout.LayoutChange;
import io.rowandb.tsdb.layout.LayoutMove;
import io.rowandb.tsdb.layout.LayoutPlace;
import io.rowandb.tsdb.rows.Waiting;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb relayout}. */
@Command(
    name = "relayout",
    mixinStandardHelpOptions = true,
    description = {
      "Moves points, rollups and names to new tables whose keys have other salt, or UIDs of another width, while they are read and written; for a while at its end, writes are refused. Who names the old tables is led to the new ones. If it is stopped, begin it again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is done",
      "1:there is no store or no table, a row has another layout than the options say, or it failed;",
      "  the old tables have all points",
      "2:the command line is wrong"
    })
final class TsdbRelayoutCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "NAME",
      description = "The new table of points, such as tsdb2. The names are in NAME-uid.")
  private String to;

  @Option(
      names = "--to-salt-width",
      paramLabel = "N",
      description = "Bytes of salt in the new keys, 0 to 4: as before unless given.")
  private Integer saltWidth;

  @Option(
      names = "--to-salt-buckets",
      paramLabel = "N",
      description = "How many salts there are then: as before unless given.")
  private Integer saltBuckets;

  @Option(
      names = "--to-uid-width",
      paramLabel = "N",
      split = ",",
      description = "Bytes of UIDs then, one number or three: as before unless given.")
  private List<Integer> uidWidths;

  /** What to do but move. */
  private static final class Other {
    @Option(
        names = "--undo",
        description = "Gives up a move that has not ended: the new tables are dropped.")
    private boolean undo;

    @Option(
        names = "--drop-old",
        description =
            "Drops the old tables of a move that has ended. Programs of an older version find no points then, and should be started anew before.")
    private boolean dropOld;
  }

  @ArgGroup(exclusive = true)
  private Other other;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "How long other programs may believe that nothing was moved: ${DEFAULT-VALUE} unless given. Twice that is waited. 0 when no other program has the tables open.")
  private int leaseSeconds;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (leaseSeconds < 0) {
      throw new ParameterException(
          spec.commandLine(), "--lease is 0 seconds or more: " + leaseSeconds);
    }
    TsdbTables tables = table.tables();
    TsdbTables target = newTables();
    check(table.layout());
    try (Connection connection = store.connect()) {
      LayoutPlace now = LayoutPlace.find(connection, tables, table.layout());
      Optional<LayoutChange> begun = LayoutChange.begun(connection, target, table.layout());
      if (begun.isEmpty() && other != null) {
        throw new IOException("there is no move to " + to);
      }
      run(
          connection,
          begun.isEmpty() ? change(now.tables(), now.layout()) : again(begun.get(), now));
    }
    return 0;
  }

  /** Refuses what can be no layout, before anything is opened. */
  private void check(PointKeyLayout before) {
    if (other == null && saltWidth == null && saltBuckets == null && uidWidths == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--to-salt-width, --to-salt-buckets or --to-uid-width says what is to change");
    }
    try {
      after(before);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** A move that was begun, if it is that of the tables which are named. */
  private LayoutChange again(LayoutChange begun, LayoutPlace now) throws IOException {
    if (!now.tables().equals(begun.tables()) && !now.tables().equals(begun.target())) {
      throw new IOException(
          "table "
              + to
              + " has the points of "
              + begun.tables().data()
              + ", not of "
              + now.tables().data());
    }
    return other != null ? begun : change(begun.tables(), begun.before());
  }

  private LayoutChange change(TsdbTables tables, PointKeyLayout before) {
    try {
      return new LayoutChange(tables, before, newTables(), after(before));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private TsdbTables newTables() {
    try {
      return TsdbTables.named(to);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--to: " + e.getMessage(), e);
    }
  }

  private PointKeyLayout after(PointKeyLayout before) {
    int last = uidWidths == null ? 0 : uidWidths.size() - 1;
    if (last != 0 && last != 2) {
      throw new IllegalArgumentException("--to-uid-width is one number, or three: " + uidWidths);
    }
    return new PointKeyLayout(
        saltWidth == null ? before.saltWidth() : saltWidth,
        saltBuckets == null ? before.saltBuckets() : saltBuckets,
        uidWidths == null ? before.metricWidth() : uidWidths.get(0),
        uidWidths == null ? before.tagKeyWidth() : uidWidths.get(last / 2),
        uidWidths == null ? before.tagValueWidth() : uidWidths.get(last));
  }

  private void run(Connection connection, LayoutChange change) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    LayoutMove move =
        new LayoutMove(
            connection,
            change,
            Duration.ofSeconds(leaseSeconds),
            Waiting.asleep(),
            step -> {
              out.println(step + ".");
              out.flush();
            });
    if (other != null && other.undo) {
      move.undo();
      out.println("Undone: the points are in " + change.tables().data() + " alone.");
    } else if (other != null && other.dropOld) {
      move.dropOld();
      out.println("Dropped: who names " + change.tables().data() + " is led to " + to + ".");
    } else {
      LayoutMove.Moved moved = move.run();
      out.println(
          "Moved: copied "
              + Figures.counted(moved.cells(), "cell")
              + "; of "
              + Figures.count(moved.mended())
              + " the comparison found that they were changed meanwhile.");
    }
  }
}
