package io.rowandb.cli.systems.forum;

import io.rowandb.systems.forum.Forum;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked of a forum. */
public final class ForumQuestion {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--latest", description = "The newest posts.")
  private boolean latest;

  @Option(names = "--author", paramLabel = "NAME", description = "The newest posts of an author.")
  private String author;

  @Option(names = "--post", paramLabel = "ID", description = "A post with its text.")
  private String post;

  @Option(
      names = "--oldest",
      paramLabel = "ID",
      description = "The comments of a post, the oldest first.")
  private String oldest;

  @Option(
      names = "--newest",
      paramLabel = "ID",
      description = "The comments of a post, the newest first.")
  private String newest;

  @Option(
      names = "--thread",
      paramLabel = "ID",
      description = "The comments of a post, each before the replies to it.")
  private String thread;

  @Option(
      names = "--below",
      paramLabel = "ID",
      description = "With --thread: only the replies to this comment.")
  private String below;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many at most, up to 1000: ${DEFAULT-VALUE} unless given.")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "TOKEN",
      description = "What the page before printed behind \"more: --after\".")
  private String after;

  /** For picocli. */
  public ForumQuestion() {}

  /** What can be asked. */
  enum Kind {
    LATEST,
    AUTHOR,
    POST,
    OLDEST,
    NEWEST,
    THREAD
  }

  /** Which of them it is; refuses what is none. */
  Kind kind() {
    if (limit < 1 || limit > Forum.MOST_OF_PAGE) {
      throw refused("--limit " + limit + " is not from 1 to " + Forum.MOST_OF_PAGE);
    }
    if (below != null && thread == null) {
      throw refused("--below goes with --thread alone");
    }
    if (after != null && post != null) {
      throw refused("--after does not go with --post");
    }
    Kind kind = null;
    int asked = 0;
    for (Kind each : Kind.values()) {
      if (isAsked(each)) {
        kind = each;
        asked++;
      }
    }
    if (asked != 1) {
      throw refused(
          "ask for --latest, --author NAME, --post ID, --oldest ID, --newest ID or --thread ID");
    }
    return kind;
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private boolean isAsked(Kind kind) {
    return switch (kind) {
      case LATEST -> latest;
      case AUTHOR -> author != null;
      case POST -> post != null;
      case OLDEST -> oldest != null;
      case NEWEST -> newest != null;
      case THREAD -> thread != null;
    };
  }

  /** The author; empty for all. */
  Optional<String> author() {
    return Optional.ofNullable(author);
  }

  /** The post, when it is asked for one. */
  String post() {
    return post != null ? post : oldest != null ? oldest : newest != null ? newest : thread;
  }

  /** The comment whose replies are asked for; empty for the whole thread. */
  Optional<String> below() {
    return Optional.ofNullable(below);
  }

  int limit() {
    return limit;
  }

  Optional<String> after() {
    return Optional.ofNullable(after);
  }
}
