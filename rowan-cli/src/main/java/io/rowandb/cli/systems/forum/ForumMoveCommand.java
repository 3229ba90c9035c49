package io.rowandb.cli.systems.forum;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum move}. */
@Command(
    name = "move",
    mixinStandardHelpOptions = true,
    description = {
      "Moves the comments of a post between columns of its row (wide) and rows of their own (tall).",
      "Others may read meanwhile. If it is stopped, the next change of the post, the same command or repair goes on with it.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the comments have that layout",
      "1:there is no store, no table forum_posts or no such post, or it failed",
      "2:the command line is wrong"
    })
final class ForumMoveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(names = "--post", paramLabel = "ID", required = true, description = "Of which post.")
  private String post;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      required = true,
      converter = LayoutOption.Converter.class,
      description = "Where to: wide or tall.")
  private CommentLayout layout;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (Connection connection = store.connect();
        Forum forum = Forum.openExisting(connection)) {
      forum.resume(post); // a move that a dead program began
      boolean moved = forum.move(post, layout);
      spec.commandLine()
          .getOut()
          .printf(
              "The comments of \"%s\" %s %s.%n",
              post, moved ? "were moved and are now" : "are", ForumJson.layout(layout));
    }
    return 0;
  }
}
