package io.rowandb.cli.systems.forum;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.ForumReads;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {"Answers a question, and says what was read for it instead of the answer.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store, no table forum_posts or no such post, or it failed",
      "2:the command line is wrong"
    })
final class ForumExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private ForumQuestion question;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    ForumQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect();
        Forum forum = Forum.openExisting(connection)) {
      PrintWriter out = spec.commandLine().getOut();
      if (kind == ForumQuestion.Kind.LATEST || kind == ForumQuestion.Kind.AUTHOR) {
        out.println(forum.explainPosts(question.author()));
      }
      ForumReads reads = forum.reads(asked -> ask(asked, kind));
      out.printf(
          "%s%ngets: %s, scans: %s%nread: %s, %s%n",
          how(kind),
          Figures.count(reads.gets()),
          Figures.count(reads.scans()),
          Figures.counted(reads.cells(), "cell"),
          Figures.bytes(reads.bytes()));
    }
    return 0;
  }

  private static String how(ForumQuestion.Kind kind) {
    return switch (kind) {
      case LATEST, AUTHOR -> "then: the heads of the posts that the list names";
      case POST -> "served by: the post's row, without its comments";
      case OLDEST -> "served by: the post's head, its comments by time, and the head again";
      case NEWEST ->
          "served by: the post's head, its comments by time backwards, and the head again";
      case THREAD ->
          "served by: the post's head, the paths of its comments, the comments, and the head again";
    };
  }

  private void ask(Forum forum, ForumQuestion.Kind kind) throws IOException {
    int limit = question.limit();
    Optional<String> after = question.after();
    switch (kind) {
      case LATEST -> forum.newestPosts(limit, after);
      case AUTHOR -> forum.postsOf(question.author().orElseThrow(), limit, after);
      case POST -> forum.post(question.post());
      case OLDEST -> forum.oldest(question.post(), limit, after);
      case NEWEST -> forum.newest(question.post(), limit, after);
      case THREAD -> {
        if (question.below().isPresent()) {
          forum.replies(question.post(), question.below().get(), limit, after);
        } else {
          forum.thread(question.post(), limit, after);
        }
      }
    }
  }
}
