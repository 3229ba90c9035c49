package io.rowandb.cli.tsdb;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.lines.DataLines;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.text.MadeUpPoints;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where points come from: a file, or made-up servers. */
public final class PointSource {
  private static final List<String> MADE_UP =
      List.of("--points", "--hosts", "--start", "--step", "--seed");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of lines, plain or gzip, as OpenTSDB imports it: METRIC TIME VALUE TAG=VALUE [TAG=VALUE ...] Times are seconds or milliseconds since 1970. Without a file, points are made up, the same for the same numbers:")
  private Path file;

  @Mixin private CsvOptions csv;

  @Option(
      names = "--points",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Made-up points of the metric sys.cpu: ${DEFAULT-VALUE} unless given.")
  private long points;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many servers: ${DEFAULT-VALUE} unless given.")
  private int hosts;

  @Option(
      names = "--start",
      paramLabel = "SECONDS",
      defaultValue = "1309687200",
      description = "When they begin, since 1970: ${DEFAULT-VALUE} unless given.")
  private long start;

  @Option(
      names = "--step",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "Between two points of a server: ${DEFAULT-VALUE} unless given.")
  private int step;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives other points: ${DEFAULT-VALUE} unless given.")
  private long seed;

  /** For picocli. */
  public PointSource() {}

  /** Refuses what does not go together, before anything is opened. */
  void check() {
    csv.check(file);
    if (file == null) {
      try {
        madeUp();
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
      }
      return;
    }
    for (String option : MADE_UP) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " does not go with --file");
      }
    }
    DataFile.requireReadable(file, spec.commandLine());
  }

  private MadeUpPoints madeUp() {
    return new MadeUpPoints(seed, hosts, start, step, points);
  }

  /** For people. */
  String describe() {
    return file == null ? "made-up servers of seed " + seed : file.toString();
  }

  /**
   * The points, from the first on; to be closed.
   *
   * @param check refuses one by an IllegalArgumentException, which then names its line
   */
  Stream<DataPoint> points(Consumer<DataPoint> check) {
    if (file == null) {
      return madeUp().points();
    }
    try {
      if (csv.given()) {
        return DataLines.read(
            file.toString(),
            DataFile.open(file),
            DataLines.USUAL_CHARS,
            CsvPoints.header(file.toString(), csv.mapping(file), check));
      }
      return DataLines.all(
          file.toString(),
          DataFile.open(file),
          DataLines.USUAL_CHARS,
          (number, line) -> {
            DataPoint point = PointLine.parse(line);
            check.accept(point);
            return List.of(point);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
