package io.rowandb.cli.systems.forum;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.forum.Forum;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum remove}. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = {
      "Removes a post with all its comments, or one comment of it. Nobody sees it from one moment on. What is not there is no error: after a failure, give the same command again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is not there, or not any more",
      "1:there is no store or no table forum_posts, or it failed",
      "2:the command line is wrong"
    })
final class ForumRemoveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(names = "--post", paramLabel = "ID", required = true, description = "Which post.")
  private String post;

  @Option(
      names = "--comment",
      paramLabel = "ID",
      description = "Only this comment of it; replies to it stay.")
  private String comment;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (Connection connection = store.connect();
        Forum forum = Forum.openExisting(connection)) {
      String what =
          comment == null
              ? "post \"" + post + "\""
              : "comment \"" + comment + "\" of post \"" + post + "\"";
      boolean removed = comment == null ? forum.remove(post) : isRemoved(forum);
      spec.commandLine()
          .getOut()
          .println(
              removed ? "Removed " + what + "." : "There is no " + what + "; nothing changed.");
    }
    return 0;
  }

  private boolean isRemoved(Forum forum) throws IOException {
    return forum.count(post).isPresent() && forum.removeComment(post, comment);
  }
}
