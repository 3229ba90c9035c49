package io.rowandb.cli.systems.forum;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.forum.ThreadComment;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {"Answers a question from the tables of the forum.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store, no table forum_posts or no such post, or it failed",
      "2:the command line is wrong"
    })
final class ForumAskCommand implements Callable<Integer> {
  /** Characters of a comment that stand in a line. */
  private static final int SHOWN = 60;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private ForumQuestion question;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    ForumQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect();
        Forum forum = Forum.openExisting(connection)) {
      answer(forum, kind);
    }
    return 0;
  }

  private void answer(Forum forum, ForumQuestion.Kind kind) throws IOException {
    int limit = question.limit();
    Optional<String> after = question.after();
    switch (kind) {
      case LATEST -> posts(forum.newestPosts(limit, after));
      case AUTHOR -> posts(forum.postsOf(question.author().orElseThrow(), limit, after));
      case POST -> post(forum);
      case OLDEST -> comments(forum.oldest(question.post(), limit, after));
      case NEWEST -> comments(forum.newest(question.post(), limit, after));
      case THREAD -> thread(forum, limit, after);
    }
  }

  private void post(Forum forum) throws IOException {
    PublishedPost found =
        forum
            .post(question.post())
            .orElseThrow(
                () -> new IllegalArgumentException("there is no post \"" + question.post() + "\""));
    if (json.isGiven()) {
      json.print(ForumJson.post(found));
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("title: " + DisplayText.printable(found.post().title()));
    out.println("author: " + DisplayText.printable(found.post().author()));
    out.println("time: " + found.post().time());
    out.println("tags: " + DisplayText.printable(String.join(" ", found.post().tags())));
    out.println("comments: " + found.comments() + ", " + found.layout());
    out.println();
    found.post().text().lines().map(DisplayText::printable).forEach(out::println);
  }

  private void posts(Page<PublishedPost> page) {
    print(
        List.of("post", "time", "author", "comments", "title"),
        page,
        ForumJson::listed,
        each ->
            List.of(
                each.post().id(),
                each.post().time().toString(),
                each.post().author(),
                Long.toString(each.comments()),
                shown(each.post().title())));
  }

  private void comments(Page<Comment> page) {
    print(
        List.of("comment", "time", "author", "reply to", "text"),
        page,
        ForumJson::comment,
        each ->
            List.of(
                each.id(),
                each.time().toString(),
                each.author(),
                each.parent().orElse("-"),
                shown(each.text())));
  }

  private void thread(Forum forum, int limit, Optional<String> after) throws IOException {
    Page<ThreadComment> page =
        question.below().isPresent()
            ? forum.replies(question.post(), question.below().get(), limit, after)
            : forum.thread(question.post(), limit, after);
    print(
        List.of("depth", "comment", "author", "text"),
        page,
        ForumJson::comment,
        each ->
            List.of(
                Integer.toString(each.depth()),
                each.comment().id(),
                each.comment().author(),
                each.isRemoved() ? "(removed)" : shown(each.comment().text())));
  }

  /** In one line. */
  private static String shown(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " …";
  }

  private <T> void print(
      List<String> headings,
      Page<T> page,
      Function<T, Map<String, ?>> members,
      Function<T, List<String>> row) {
    if (json.isGiven()) {
      json.print(page, members);
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    TextTable.lines(
            headings, page.records().stream().map(row).toList(), Terminal.ofProcess().columns())
        .forEach(out::println);
    page.next().ifPresent(token -> out.println("more: --after " + token));
  }
}
