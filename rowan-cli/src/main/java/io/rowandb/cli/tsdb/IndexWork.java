package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.index.IndexBuild;
import io.rowandb.tsdb.rows.Waiting;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands about the index of tags share: where it is. */
public final class IndexWork {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  /** For picocli. */
  public IndexWork() {}

  interface Step {
    String take(IndexBuild index) throws IOException;
  }

  /** Says what a step says. */
  int run(int leaseSeconds, Step step) throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    try (Connection connection = store.connect()) {
      PointStoreOptions now = TimeSeries.openExisting(connection, tables, layout).store().options();
      IndexBuild index =
          new IndexBuild(
              connection,
              now.tables().data(),
              now.layout(),
              Duration.ofSeconds(leaseSeconds),
              Waiting.asleep());
      spec.commandLine().getOut().println(step.take(index));
    }
    return 0;
  }
}
