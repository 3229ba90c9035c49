package io.rowandb.cli.tsdb;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb}: time series. */
@Command(
    name = "tsdb",
    mixinStandardHelpOptions = true,
    description = {
      "Time series in OpenTSDB's tables, byte for byte, in a store or a cluster.",
      "Its Java API is TimeSeries, in rowan-tsdb.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TsdbConvertCommand.class,
      TsdbDropCommand.class,
      TsdbFsckCommand.class,
      TsdbImportCommand.class,
      TsdbIndexCommand.class,
      TsdbKeepCommand.class,
      TsdbLastCommand.class,
      TsdbLookupCommand.class,
      TsdbMetaSyncCommand.class,
      TsdbQueryCommand.class,
      TsdbRelayoutCommand.class,
      TsdbRollupCommand.class,
      TsdbScanCommand.class,
      TsdbServeCommand.class,
      TsdbSuggestCommand.class,
      TsdbTreePurgeCommand.class,
      TsdbTreeSyncCommand.class,
      TsdbUidCommand.class
    })
public final class TsdbCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public TsdbCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: convert, drop, fsck, import, index, keep, last, lookup,"
            + " metasync, query, relayout, rollup, scan, serve, suggest, treepurge, treesync or uid");
  }
}
