package io.rowandb.cli.systems.calls;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.DesignJson;
import io.rowandb.cli.systems.MeasurementText;
import io.rowandb.cli.systems.SystemComparison;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.systems.calls.CallAttempts;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.measure.Measurement;
import java.io.IOException;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan calls compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures several designs, from the textbooks' to the one in use.",
      "Loads the same records into a table of each, asks the same questions, prints what was read, and drops the tables, whose names begin with compare_calls_.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all designs were measured",
      "1:there is no store, a table is there already, or a line is wrong",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class CallsCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private CallSource source;

  @Option(
      names = "--phones",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many phones are asked about: ${DEFAULT-VALUE} unless given.")
  private int phones;

  @Option(
      names = "--month",
      paramLabel = "MONTH",
      converter = MonthConverter.class,
      description = "The month that is asked about: that of the last record unless given.")
  private YearMonth month;

  @Mixin private DesignJson json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (phones < 1) {
      throw new ParameterException(spec.commandLine(), "--phones " + phones + ": at least 1");
    }
    source.check();
    try (StopSignal signal = StopSignal.listen();
        Connection connection = store.connect(create)) {
      YearMonth last = last();
      YearMonth asked = month == null ? last : month;
      List<Measurement> all =
          SystemComparison.measure(
              connection,
              signal,
              source::records,
              () -> source.records().filter(each -> isIn(each, last)),
              new CallAttempts(askedPhones(), asked).all());
      if (all.isEmpty()) {
        return 0; // with the signal's code
      }
      if (json.isGiven()) {
        json.print(all);
        return 0;
      }
      spec.commandLine()
          .getOut()
          .printf(
              "%s of %s; questions about %s; written now: %s.%n%n",
              Figures.counted(all.get(0).records(), "record"), source.describe(), asked, last);
      MeasurementText.print(all, spec.commandLine().getOut(), Terminal.ofProcess().columns());
    }
    return 0;
  }

  private static YearMonth month(CallRecord record) {
    return YearMonth.from(record.time().atOffset(ZoneOffset.UTC));
  }

  private static boolean isIn(CallRecord record, YearMonth month) {
    return month(record).equals(month);
  }

  private YearMonth last() {
    try (Stream<CallRecord> records = source.records()) {
      Optional<YearMonth> last = records.map(CallsCompareCommand::month).max(YearMonth::compareTo);
      return last.orElseThrow(
          () -> new IllegalArgumentException(source.describe() + " has no record"));
    }
  }

  /** The first phones that occur: busy ones are among them. */
  private List<Long> askedPhones() {
    try (Stream<CallRecord> records = source.records()) {
      return records.map(CallRecord::phone).distinct().limit(phones).toList();
    }
  }
}
