package io.rowandb.cli.systems.twibase;

import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.twibase.TwiBase;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan twibase replan}. */
@Command(
    name = "replan",
    mixinStandardHelpOptions = true,
    description = {
      "Decides again, for each pair, how posts come to the follower, as when habits have changed.",
      "Others may write and read meanwhile, and no post is missing. Begun again, it does the rest.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all users were looked at",
      "1:there is no store or no table, or it failed; some pairs are changed",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some users were looked at"
    })
final class TwibaseReplanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private PlanOption plan;

  @Option(
      names = "--after",
      paramLabel = "NAME",
      description = "Begins behind this user, where a run was stopped; users go by name.")
  private String after;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (StopSignal signal = StopSignal.listen()) {
      TwiBase.Replanned replanned;
      try (Connection connection = store.connect();
          TwiBase base = TwiBase.openExisting(connection, plan.plan())) {
        base.resume(); // what a run that was killed has left
        replanned = base.replanAll(after, signal);
      }
      if (!replanned.stopped()) {
        signal.succeed();
      }
      print(replanned);
    }
    return 0;
  }

  private void print(TwiBase.Replanned replanned) {
    spec.commandLine()
        .getOut()
        .printf(
            "%s %s: posts come another way to %s.%s%n",
            replanned.stopped() ? "Stopped after" : "Looked at",
            Figures.counted(replanned.readers(), "user"),
            Figures.counted(replanned.pairs(), "follower"),
            replanned.stopped() && replanned.last().isPresent()
                ? " --after " + replanned.last().get() + " does the rest."
                : "");
    spec.commandLine().getOut().flush();
  }
}
