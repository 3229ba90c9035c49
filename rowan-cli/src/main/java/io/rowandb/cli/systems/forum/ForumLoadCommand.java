package io.rowandb.cli.systems.forum;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.LoadedForum;
import io.rowandb.systems.forum.PlacedEvent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Loads posts and comments into the tables of the forum, which are made if needed.",
      "The same post or comment again changes nothing: a load that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all posts and comments are there, without those that it says were passed over",
      "1:there is no store, or a line is wrong; the lines before it may be there",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some posts and comments are there"
    })
final class ForumLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private ForumSource source;

  @Mixin private LayoutOption layout;

  @Mixin private VerboseOption verbose;

  private LoadedForum loaded = new LoadedForum(0, 0, List.of());

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    source.check();
    new SystemLoad<>("record", source.describe(), source::events)
        .run(store, create, this::load, spec.commandLine().getOut());
    if (loaded.passedOver() > 0) {
      spec.commandLine().getOut().println(passedOver(loaded));
    }
    return 0;
  }

  private long load(Connection connection, Stream<PlacedEvent> events) throws IOException {
    try (Forum forum = Forum.open(connection)) {
      loaded = forum.loadPlaced(events, layout.layout());
      return loaded.records();
    }
  }

  private static String passedOver(LoadedForum loaded) {
    boolean hasMore = loaded.passedOver() > loaded.places().size();
    return "Passed over "
        + Figures.counted(loaded.passedOver(), "comment")
        + " on posts that are not there: "
        + String.join("; ", loaded.places())
        + (hasMore ? "; …" : ".")
        + " Comments on answers need the file of the answers in the same load.";
  }
}
