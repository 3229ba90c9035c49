package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.tree.TreeDefinition;
import io.rowandb.tsdb.tree.TreeStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb treepurge}. */
@Command(
    name = "treepurge",
    mixinStandardHelpOptions = true,
    description = {
      "Deletes the branches and leaves of a tree, as OpenTSDB's uid treepurge does. If it is stopped, begin it again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:they are gone",
      "1:there is no such tree, no store or no table, or it failed",
      "2:the command line is wrong"
    })
final class TsdbTreePurgeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--tree",
      required = true,
      paramLabel = "ID",
      description = "Which tree, by its number from 1 to 65535.")
  private int tree;

  @Option(names = "--definition", description = "Also the tree itself, with its rules.")
  private boolean definition;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    checkTree();
    try (Connection connection = store.connect()) {
      TreeStore trees = TimeSeries.openExisting(connection, tables, layout).trees();
      if (trees.find(tree).isEmpty()) {
        spec.commandLine().getErr().println("There is no tree " + tree + ".");
        return 1;
      }
      trees.delete(tree, definition);
      spec.commandLine()
          .getOut()
          .println(
              "Deleted the branches of tree "
                  + tree
                  + (definition ? ", and its definition." : "."));
      return 0;
    }
  }

  private void checkTree() {
    try {
      TreeDefinition.checkId(tree);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--tree: from 1 to " + TreeDefinition.MAX_ID + ": " + tree, e);
    }
  }
}
