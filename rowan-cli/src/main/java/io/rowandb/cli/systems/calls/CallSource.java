package io.rowandb.cli.systems.calls;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.calls.CallFile;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallTraffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where call records come from: a file, or made-up traffic. */
public final class CallSource {
  private static final List<String> MADE_UP =
      List.of("--calls", "--people", "--first", "--months", "--seed");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of lines, plain or gzip, with one of these first: phone,time,peer,outgoing,seconds,area,cell (a line a record), timestamp,from,to,duration (a line a call, its time in seconds since --epoch). Without a file, traffic is made up, the same for the same numbers:")
  private Path file;

  @Option(
      names = "--epoch",
      paramLabel = "TIME",
      description = "As 2014-01-15T00:00:00Z, for files of calls: 1970 unless given.")
  private Instant epoch;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Made-up calls, each two records: ${DEFAULT-VALUE} unless given.")
  private long calls;

  @Option(
      names = "--people",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many have a phone: ${DEFAULT-VALUE} unless given.")
  private int people;

  @Option(
      names = "--first",
      paramLabel = "MONTH",
      converter = MonthConverter.class,
      defaultValue = "2011-01",
      description = "The first month: ${DEFAULT-VALUE} unless given.")
  private YearMonth first;

  @Option(
      names = "--months",
      paramLabel = "N",
      defaultValue = "12",
      description = "How many months: ${DEFAULT-VALUE} unless given.")
  private int months;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives other traffic: ${DEFAULT-VALUE} unless given.")
  private long seed;

  /** For picocli. */
  public CallSource() {}

  /** Refuses what does not go together, before anything is opened. */
  void check() {
    for (String option : file == null ? List.of("--epoch") : MADE_UP) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(),
            option + (file == null ? " needs --file" : " does not go with --file"));
      }
    }
    if (file == null) {
      try {
        traffic();
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
      }
    } else {
      DataFile.requireReadable(file, spec.commandLine());
    }
  }

  /** For people. */
  String describe() {
    return file == null ? "made-up traffic of seed " + seed : file.toString();
  }

  private CallTraffic traffic() {
    return new CallTraffic(seed, people, first, months, calls);
  }

  /** The records, from the first on; to be closed. */
  Stream<CallRecord> records() {
    if (file == null) {
      return traffic().records();
    }
    try {
      Instant begin = epoch == null ? Instant.EPOCH : epoch;
      return CallFile.read(file.toString(), DataFile.open(file), begin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
