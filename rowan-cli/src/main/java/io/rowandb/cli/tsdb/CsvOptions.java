package io.rowandb.cli.tsdb;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the columns of a CSV file are. */
public final class CsvOptions {
  private static final List<String> MAPPING = List.of("--time", "--zone", "--metric", "--tags");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--csv",
      description =
          "The file is CSV, whose first line names the columns; each line has a point for each --metric, but where the value is NA, NaN, null or nothing.")
  private boolean given;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "With --csv: seconds or milliseconds since 1970, or 2014-02-14 14:30:00; or columns with year,month,day,hour,minute,second, as far as there are some: timestamp unless given.")
  private List<String> time = List.of();

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description =
          "With --csv: of dates that say none, such as Asia/Shanghai: ${DEFAULT-VALUE} unless given.")
  private String zone;

  @Option(
      names = "--metric",
      paramLabel = "METRIC=COLUMN",
      split = ",",
      description =
          "With --csv: a metric and the column of its values, or a column whose name is the metric.")
  private List<String> metrics = List.of();

  @Option(
      names = "--tags",
      paramLabel = "TAG=COLUMN",
      split = ",",
      description =
          "With --csv: a tag and the column of its values, or a column whose name is the tag. Without it, points have the tag file: the file's name up to its first dot.")
  private List<String> tags = List.of();

  /** For picocli. */
  public CsvOptions() {}

  boolean given() {
    return given;
  }

  /** Refuses what does not go together. */
  void check(Path file) {
    if (given) {
      if (file == null) {
        throw new ParameterException(spec.commandLine(), "--csv needs --file");
      }
      mapping(file);
      return;
    }
    for (String option : MAPPING) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " goes with --csv alone");
      }
    }
  }

  /** What it says of a file; refuses what can be no mapping. */
  CsvMapping mapping(Path file) {
    try {
      return new CsvMapping(
          time.isEmpty() ? List.of("timestamp") : time,
          ZoneId.of(zone),
          CsvMapping.named("--metric", metrics),
          CsvMapping.named("--tags", tags),
          file.getFileName().toString());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (DateTimeException e) {
      throw new ParameterException(spec.commandLine(), "--zone: " + e.getMessage(), e);
    }
  }
}
