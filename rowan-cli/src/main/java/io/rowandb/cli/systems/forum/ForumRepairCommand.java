package io.rowandb.cli.systems.forum;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.ForumRepair;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum repair}. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    description = {
      "Ends what programs that died have begun with posts, and deletes rows that nobody sees.",
      "Others may write and read meanwhile.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is ended",
      "1:there is no store or no table forum_posts, or it failed",
      "2:the command line is wrong"
    })
final class ForumRepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (Connection connection = store.connect();
        Forum forum = Forum.openExisting(connection)) {
      ForumRepair repair = forum.repair();
      spec.commandLine()
          .getOut()
          .printf(
              "Ended what was begun with %s; deleted %s and %s.%n",
              Figures.counted(repair.resumed(), "post"),
              Figures.counted(repair.rows(), "comment row"),
              Figures.counted(repair.entries(), "list row"));
    }
    return 0;
  }
}
