package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.index.IndexCheck;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.upkeep.Fault;
import io.rowandb.tsdb.upkeep.Fsck;
import io.rowandb.tsdb.upkeep.FsckOptions;
import io.rowandb.tsdb.upkeep.FsckReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb fsck}. */
@Command(
    name = "fsck",
    mixinStandardHelpOptions = true,
    description = {
      "Looks for rows that OpenTSDB or a dead program left wrong, and counts them by faults with examples. Changes nothing unless --fix is given. Others may read and write meanwhile.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:there is no fault left that something can be done about",
      "1:there are some, or there is no store, no table or no such metric, or rows have another layout",
      "2:the command line is wrong"
    })
final class TsdbFsckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description = "Only its rows; without it, all.")
  private String metric;

  @Option(
      names = "--fix",
      description =
          "Writes rows anew where that loses no good point, each by one atomic write. If it is stopped, begin it again.")
  private boolean fix;

  @Option(
      names = "--delete",
      description = "Goes with --fix: also deletes what cannot be read, and rows without names.")
  private boolean delete;

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      defaultValue = "last",
      description =
          "Of several points at one millisecond, the last or the first written: ${DEFAULT-VALUE} unless given.")
  private String keep;

  @Option(
      names = "--force",
      description =
          "Goes with --delete: also when more than a tenth of a sample of rows looks bad, as all do by a wrong layout.")
  private boolean force;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    FsckOptions options = options();
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      Fsck fsck =
          new Fsck(connection, series.store().options(), series.uids(), options, Clock.systemUTC());
      FsckReport report = run(fsck, series.anew().kept().filter(each -> fix));
      print(report);
      boolean whole = checkIndex(connection, series.anew());
      return report.needsWork() || !whole ? 1 : 0;
    }
  }

  /** Whether the index of tags, if there is one, has all series now. */
  private boolean checkIndex(Connection connection, TimeSeries series) throws IOException {
    PointStoreOptions now = series.store().options();
    Optional<byte[]> of =
        metric == null ? Optional.empty() : Optional.of(series.uids().uid(UidKind.METRIC, metric));
    Optional<IndexCheck.Found> found =
        new IndexCheck(connection, now.tables().data(), now.layout(), fix).run(of);
    if (found.isEmpty() || found.get().missing() == 0) {
      return true;
    }
    spec.commandLine()
        .getOut()
        .println(
            Figures.count(found.get().missing())
                + " of "
                + Figures.count(found.get().series())
                + " series are missing in the index of tags, "
                + (fix ? "all added." : "which --fix adds."));
    return fix;
  }

  /** What it mends counts as changed, where rollups are kept. */
  private FsckReport run(Fsck fsck, Optional<KeptRollups> kept) throws IOException {
    if (kept.isEmpty()) {
      return fsck.run();
    }
    AtomicReference<FsckReport> report = new AtomicReference<>();
    List<String> metrics = metric == null ? kept.get().metrics() : List.of(metric);
    during(kept.get(), metrics, () -> report.set(fsck.run()));
    return report.get();
  }

  private static void during(KeptRollups kept, List<String> metrics, KeptRollups.Change change)
      throws IOException {
    if (metrics.isEmpty()) {
      change.run();
    } else {
      List<String> others = metrics.subList(1, metrics.size());
      kept.during(metrics.get(0), () -> during(kept, others, change));
    }
  }

  private FsckOptions options() {
    if (delete && !fix) {
      throw new ParameterException(spec.commandLine(), "--delete goes with --fix");
    }
    if (force && !delete) {
      throw new ParameterException(spec.commandLine(), "--force goes with --delete");
    }
    DuplicateRule rule =
        switch (keep) {
          case "last" -> DuplicateRule.LAST;
          case "first" -> DuplicateRule.FIRST;
          default ->
              throw new ParameterException(
                  spec.commandLine(), "--keep is " + keep + ", not last or first");
        };
    return new FsckOptions(Optional.ofNullable(metric), fix, delete, rule, force);
  }

  private void print(FsckReport report) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "Looked at "
            + Figures.counted(report.cells(), "cell")
            + " in "
            + Figures.counted(report.rows(), "row")
            + ".");
    report
        .found()
        .forEach(
            (fault, count) -> {
              out.println(Figures.count(count) + " " + fault.what() + remedy(report, fault, count));
              report.examples(fault).forEach(example -> out.println("  " + example));
            });
    if (report.found().isEmpty()) {
      out.println("There are no faults.");
    }
    if (report.wholeRows() * 10 > report.rows()) {
      spec.commandLine()
          .getErr()
          .println(
              "Of more than a tenth of the rows nothing can be read. Is it the layout of the table?"
                  + " See --salt-width, --salt-buckets and --uid-width.");
    }
    if (report.rowsChanged() > 0) {
      out.println("Wrote " + Figures.counted(report.rowsChanged(), "row") + " anew.");
    }
    if (report.rowsLeft() > 0) {
      out.println(
          "Left "
              + Figures.counted(report.rowsLeft(), "row")
              + " as they were: young, written meanwhile or too large. Run it again later.");
    }
  }

  private static String remedy(FsckReport report, Fault fault, long count) {
    long cured = report.cured(fault);
    if (cured > 0) {
      return ", " + (cured == count ? "all" : Figures.count(cured)) + " mended:";
    }
    return switch (fault.cure()) {
      case MEND -> ", which --fix mends:";
      case DELETE -> ", which --fix --delete deletes:";
      case NONE -> ", which may be right:";
    };
  }
}
