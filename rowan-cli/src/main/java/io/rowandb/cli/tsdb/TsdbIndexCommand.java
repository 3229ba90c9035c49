package io.rowandb.cli.tsdb;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.index.IndexPhase;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb index}: which series have a tag. */
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    description = {
      "The index of tags, by which a question about few of many series does not pass over all rows.",
      "Answers are the same with it and without.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TsdbIndexCommand.Build.class,
      TsdbIndexCommand.Drop.class,
      TsdbIndexCommand.State.class
    })
final class TsdbIndexCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: build, drop or state");
  }

  /** {@code ./rowan tsdb index build}. */
  @Command(
      name = "build",
      mixinStandardHelpOptions = true,
      description = {
        "Makes it, while others read and write. From then on all that write points keep it; programs that cannot must not write. If it is stopped, begin it again.",
        ""
      })
  static final class Build implements Callable<Integer> {
    @Mixin private IndexWork work;

    @Mixin private IndexLeaseOption lease;

    @Override
    public Integer call() throws IOException {
      return work.run(
          lease.seconds(),
          index -> {
            if (index.state().phase() == IndexPhase.READY) {
              return "The index is ready already.";
            }
            return "The index is ready: looked at " + Figures.count(index.build()) + " series.";
          });
    }
  }

  /** {@code ./rowan tsdb index drop}. */
  @Command(
      name = "drop",
      mixinStandardHelpOptions = true,
      description = {"Drops it. If it is stopped, begin it again.", ""})
  static final class Drop implements Callable<Integer> {
    @Mixin private IndexWork work;

    @Mixin private IndexLeaseOption lease;

    @Override
    public Integer call() throws IOException {
      return work.run(
          lease.seconds(), index -> index.drop() ? "The index is dropped." : "There is no index.");
    }
  }

  /** {@code ./rowan tsdb index state}. */
  @Command(
      name = "state",
      mixinStandardHelpOptions = true,
      description = {"Says whether there is one, and how far it is.", ""})
  static final class State implements Callable<Integer> {
    @Mixin private IndexWork work;

    @Override
    public Integer call() throws IOException {
      return work.run(
          0,
          index ->
              switch (index.state().phase()) {
                case OFF -> "There is no index.";
                case BUILDING -> "The index is being built: questions do not use it yet.";
                case READY -> "The index is ready.";
              });
    }
  }
}
