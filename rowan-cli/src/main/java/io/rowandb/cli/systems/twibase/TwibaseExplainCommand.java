package io.rowandb.cli.systems.twibase;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.twibase.DeliveryPlan;
import io.rowandb.systems.twibase.TwiBase;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan twibase explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {"Says which rows of which regions are read for a timeline.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store, no table or no such user, or it failed",
      "2:the command line is wrong"
    })
final class TwibaseExplainCommand implements Callable<Integer> {
  private static final int PAGE = 20;
  private static final int NAMES = 10;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--timeline",
      paramLabel = "NAME",
      required = true,
      description = "The posts of all whom this user follows.")
  private String timeline;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (Connection connection = store.connect();
        TwiBase base = TwiBase.openExisting(connection, DeliveryPlan.PUSH)) {
      if (base.profile(timeline).isEmpty()) {
        throw new IllegalArgumentException("there is no user '" + timeline + "'");
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println("the stream, in " + TwiBase.NAMESPACE + ":twitsStream");
      out.println(base.explainTimeline(timeline, PAGE));
      List<String> read = base.readAuthors(timeline);
      out.printf(
          "%s read as well%s%n",
          Figures.counted(read.size(), "author"),
          read.isEmpty()
              ? ""
              : ": "
                  + String.join(", ", read.subList(0, Math.min(NAMES, read.size())))
                  + (read.size() > NAMES ? ", …" : ""));
      out.println("then, by their keys, the pairs and the posts that are found");
    }
    return 0;
  }
}
