package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidRoom;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HexFormat;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands about names share: where they are, and the warning when UIDs run out. */
public final class UidWork {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  /** For picocli. */
  public UidWork() {}

  interface Step {
    int take(TimeSeries series, Connection connection) throws IOException;
  }

  /** What a name cannot be, the command line is wrong by. */
  int run(Step step) throws IOException {
    try {
      return taken(step);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private int taken(Step step) throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      int code = step.take(series, connection);
      for (UidKind kind : UidKind.values()) {
        warn(series.uids().room(kind));
      }
      return code;
    }
  }

  private void warn(UidRoom room) {
    if (room.isNearlyFull()) {
      spec.commandLine().getErr().println("Warning: " + used(room));
    }
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  static String used(UidRoom room) {
    return room.used()
        + " of "
        + room.max()
        + " UIDs of "
        + UidTypeOption.name(room.kind())
        + " are used, "
        + room.percentUsed()
        + " %";
  }

  void print(UidKind kind, String name, byte[] uid) {
    String hex = HexFormat.of().withUpperCase().formatHex(uid);
    out().println(UidTypeOption.name(kind) + " " + name + " " + hex);
  }
}
