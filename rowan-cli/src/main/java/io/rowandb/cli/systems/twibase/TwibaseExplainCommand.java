package io.rowandb.cli.systems.twibase;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.twibase.Delivery;
import io.rowandb.systems.twibase.DeliveryPlan;
import io.rowandb.systems.twibase.FollowedPair;
import io.rowandb.systems.twibase.Habits;
import io.rowandb.systems.twibase.TwiBase;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    description = {
      "Says which rows of which regions are read for a timeline, and why some posts are written into the stream and others are read from their authors.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store, no table or no such user, or it failed",
      "2:the command line is wrong"
    })
final class TwibaseExplainCommand implements Callable<Integer> {
  private static final int PAGE = 20;
  private static final int NAMES = 10;
  private static final int PAIRS = 100;

  private static final Map<Delivery, String> NOW =
      Map.of(
          Delivery.PUSH,
          "written",
          Delivery.BOTH,
          "written, and read until earlier posts are copied",
          Delivery.PULL,
          "read");

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
        TwiBase base = TwiBase.openExisting(connection)) {
      Habits reader =
          base.habits(timeline)
              .orElseThrow(
                  () -> new IllegalArgumentException("there is no user '" + timeline + "'"));
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
      explainPairs(base, reader, out);
    }
    return 0;
  }

  private static String rounded(double number) {
    return String.format(Locale.ROOT, "%,.1f", number);
  }

  private void explainPairs(TwiBase base, Habits reader, PrintWriter out) throws IOException {
    double looks = reader.looks() + DeliveryPlan.ASSUMED_LOOKS;
    out.printf(
        "%n%s has looked %s times lately, and is taken to look %s times, at the cost of %s rows:%n"
            + "so the posts of authors with up to %s posts lately are written into the stream%n",
        reader.name(),
        rounded(reader.looks()),
        rounded(looks),
        rounded(looks * DeliveryPlan.COST_OF_LOOK),
        rounded(looks * DeliveryPlan.COST_OF_LOOK));
    List<FollowedPair> pairs = base.pairs(reader.name(), null, PAIRS);
    List<List<String>> rows = new ArrayList<>();
    for (FollowedPair each : pairs) {
      rows.add(
          List.of(
              each.author(),
              rounded(each.posts()),
              NOW.get(each.delivery()),
              NOW.get(each.planned())));
    }
    TextTable.lines(
            List.of("author", "posts", "now", "by habits"), rows, Terminal.ofProcess().columns())
        .forEach(out::println);
    if (pairs.size() == PAIRS) {
      out.println("and perhaps others, by name");
    }
  }
}
