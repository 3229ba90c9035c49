package io.rowandb.cli.tsdb;

import io.rowandb.tsdb.store.TsdbTables;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which tables. */
public final class TsdbTablesOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "tsdb",
      description = {
        "Table of the points: ${DEFAULT-VALUE} unless given. The names are in NAME-uid."
      })
  private String table;

  /** For picocli. */
  public TsdbTablesOption() {}

  /** The tables; refuses a name that no table can have. */
  TsdbTables tables() {
    try {
      return TsdbTables.named(table);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--table: " + e.getMessage(), e);
    }
  }
}
