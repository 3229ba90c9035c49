package io.rowandb.cli.systems.logs;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.logs.LogFile;
import io.rowandb.systems.logs.LogLines;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogTraffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where lines come from: a file, or made-up logs. */
public final class LogInput {
  private static final List<String> MADE_UP =
      List.of("--lines", "--groups", "--guids", "--first", "--days", "--seed");
  private static final List<String> OF_FILE = List.of("--columns", "--title");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file, plain or gzip, of values with tabs between. The first line names them: group and time, and as many as there are of guid1, guid2, code, source and text. Without a file, lines are made up, the same for the same numbers:")
  private Path file;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      defaultValue = "",
      description = "What the columns of the file are called: group=hostname,guid1=process_guid.")
  private String columns;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description =
          "What the file is called in answers, its whole path unless given. A line has the place of one with the same title and number: a file rotated to the same path needs another title.")
  private String title;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Made-up lines: ${DEFAULT-VALUE} unless given.")
  private long lines;

  @Option(
      names = "--groups",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many hosts write: ${DEFAULT-VALUE} unless given.")
  private int groups;

  @Option(
      names = "--guids",
      paramLabel = "N",
      defaultValue = "500",
      description = "How many processes each has: ${DEFAULT-VALUE} unless given.")
  private int guids;

  @Option(
      names = "--first",
      paramLabel = "DAY",
      converter = DayConverter.class,
      defaultValue = "2020-06-10",
      description = "The first day: ${DEFAULT-VALUE} unless given.")
  private LocalDate first;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many days: ${DEFAULT-VALUE} unless given.")
  private int days;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives other lines: ${DEFAULT-VALUE} unless given.")
  private long seed;

  /** For picocli. */
  public LogInput() {}

  /** Refuses what does not go together, before anything is opened. */
  void check() {
    for (String option : file == null ? OF_FILE : MADE_UP) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw refused(option + (file == null ? " needs --file" : " does not go with --file"), null);
      }
    }
    if (file != null) {
      DataFile.requireReadable(file, spec.commandLine());
    }
    try {
      if (file == null) {
        traffic();
      } else {
        new LogFile(0, title(0));
      }
    } catch (IllegalArgumentException e) {
      throw refused("--" + e.getMessage(), e);
    }
    try {
      LogLines.columns(columns);
    } catch (IllegalArgumentException e) {
      throw refused("--columns: " + e.getMessage(), e);
    }
  }

  private ParameterException refused(String reason, Exception cause) {
    return new ParameterException(spec.commandLine(), reason, cause);
  }

  boolean isFile() {
    return file != null;
  }

  /** For people. */
  String describe() {
    return file == null ? "made-up logs of seed " + seed : file.toString();
  }

  /** What tells these lines from all others: a file that grew has another name. */
  String loadName() throws IOException {
    return file == null ? traffic().toString() : title(0) + ", " + Files.size(file) + " bytes";
  }

  /** The title of a file of {@link #records}. */
  String title(int number) {
    if (file == null) {
      return traffic().title(number);
    }
    return title == null ? path() : title;
  }

  /** The same for each way to the file; logs of several directories often have one name. */
  private String path() {
    try {
      return file.toRealPath().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LogTraffic traffic() {
    return new LogTraffic(seed, groups, guids, first, days, lines);
  }

  /** The lines, from the first on; to be closed. */
  Stream<LogRecord> records() {
    if (file == null) {
      return traffic().records();
    }
    try {
      return LogLines.read(file.toString(), DataFile.open(file), LogLines.columns(columns));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
