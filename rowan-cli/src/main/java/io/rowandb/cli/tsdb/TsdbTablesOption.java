package io.rowandb.cli.tsdb;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which tables, and how their keys are laid out. */
public final class TsdbTablesOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "tsdb",
      description =
          "Table of the points: ${DEFAULT-VALUE} unless given. The names are in NAME-uid.")
  private String table;

  @Option(
      names = "--salt-width",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Bytes of salt in row keys, as an OpenTSDB has it: ${DEFAULT-VALUE} unless given.")
  private int saltWidth;

  @Option(
      names = "--salt-buckets",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many salts there are, if there is salt: ${DEFAULT-VALUE} unless given.")
  private int saltBuckets;

  @Option(
      names = "--uid-width",
      paramLabel = "N",
      split = ",",
      defaultValue = "3",
      description =
          "Bytes of UIDs: ${DEFAULT-VALUE} unless given, or 3,3,4 for those of metrics, tag keys and tag values.")
  private List<Integer> uidWidths;

  /** For picocli. */
  public TsdbTablesOption() {}

  /** Of the keys; refuses what no table can have. */
  PointKeyLayout layout() {
    int last = uidWidths.size() - 1;
    if (last != 0 && last != 2) {
      throw new ParameterException(
          spec.commandLine(), "--uid-width is one number, or three: " + uidWidths);
    }
    try {
      return new PointKeyLayout(
          saltWidth, saltBuckets, uidWidths.get(0), uidWidths.get(last / 2), uidWidths.get(last));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** The tables; refuses a name that no table can have. */
  TsdbTables tables() {
    try {
      return TsdbTables.named(table);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--table: " + e.getMessage(), e);
    }
  }
}
