package io.rowandb.cli.systems.twibase;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.twibase.AuthoredItem;
import io.rowandb.systems.twibase.Named;
import io.rowandb.systems.twibase.Profile;
import io.rowandb.systems.twibase.TimelineItem;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.Twit;
import io.rowandb.systems.twibase.TwitId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan twibase ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {"Answers a question from the tables of the namespace twibase.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store, no table, or no such user or post, or it failed",
      "2:the command line is wrong"
    })
final class TwibaseAskCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @ArgGroup(multiplicity = "1")
  private Question question;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many are shown: from 1 to 1000, ${DEFAULT-VALUE} unless given.")
  private int most;

  @Option(
      names = "--before",
      paramLabel = "POST",
      description = "With --timeline and --posts-of: those behind this one, NAME/TIME/NUMBER.")
  private String before;

  @Option(
      names = "--after",
      paramLabel = "NAME",
      description = "With --follows-of, --followers-of and --likers-of: those behind this name.")
  private String after;

  @Option(
      names = "--authors",
      description = "With --timeline: each post with its author, as the author's row says now.")
  private boolean authors;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  /** What is asked. */
  static final class Question {
    @Option(
        names = "--timeline",
        paramLabel = "NAME",
        description = "The posts of all whom this user follows, the newest first.")
    private String timeline;

    @Option(
        names = "--posts-of",
        paramLabel = "NAME",
        description = "This user's posts, the newest first.")
    private String posts;

    @Option(names = "--profile", paramLabel = "NAME", description = "This user, with counts.")
    private String profile;

    @Option(
        names = "--follows-of",
        paramLabel = "NAME",
        description = "Whom this user follows, by name.")
    private String follows;

    @Option(
        names = "--followers-of",
        paramLabel = "NAME",
        description = "Who follows this user, by name.")
    private String followers;

    @Option(
        names = "--likers-of",
        paramLabel = "POST",
        description = "Who likes this post, by name: NAME/TIME/NUMBER.")
    private String likers;
  }

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (most < 1 || most > 1_000) {
      throw new ParameterException(spec.commandLine(), "--most " + most + ": from 1 to 1000");
    }
    boolean ofPosts = question.timeline != null || question.posts != null;
    boolean ofNames = !ofPosts && question.profile == null;
    refuse(before != null && !ofPosts, "--before goes with --timeline and --posts-of alone");
    refuse(
        after != null && !ofNames,
        "--after goes with --follows-of, --followers-of and --likers-of alone");
    refuse(authors && question.timeline == null, "--authors goes with --timeline alone");
    TwitId last = before == null ? null : post(before);
    TwitId liked = question.likers == null ? null : post(question.likers);
    try (Connection connection = store.connect();
        TwiBase base = TwiBase.openExisting(connection)) {
      answer(base, last, liked);
    }
    return 0;
  }

  private void refuse(boolean wrong, String message) {
    if (wrong) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  private TwitId post(String text) {
    try {
      return TwitId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void answer(TwiBase base, TwitId last, TwitId liked) throws IOException {
    if (authors) {
      authored(base.timelineWithAuthors(known(base, question.timeline), last, most));
    } else if (question.timeline != null) {
      timeline(base.timeline(known(base, question.timeline), last, most));
    } else if (question.posts != null) {
      posts(base.posts(known(base, question.posts), last, most));
    } else if (question.profile != null) {
      profile(base, question.profile);
    } else if (question.follows != null) {
      named(base.follows(known(base, question.follows), after, most));
    } else if (question.followers != null) {
      named(base.followers(known(base, question.followers), after, most));
    } else {
      if (base.twit(liked).isEmpty()) {
        throw new IllegalArgumentException("there is no post '" + liked + "'");
      }
      likers(base.likers(liked, after, most));
    }
  }

  private static String known(TwiBase base, String name) throws IOException {
    of(base, name);
    return name;
  }

  private static Profile of(TwiBase base, String name) throws IOException {
    return base.profile(name)
        .orElseThrow(() -> new IllegalArgumentException("there is no user '" + name + "'"));
  }

  private void likers(List<String> names) {
    if (json.isGiven()) {
      json.print(names, name -> Map.of("name", name));
    } else {
      names.forEach(spec.commandLine().getOut()::println);
    }
  }

  private void timeline(List<TimelineItem> items) {
    if (json.isGiven()) {
      json.print(items, TwiJson::item);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (TimelineItem each : items) {
      rows.add(List.of(each.id().toString(), each.nickname(), each.text()));
    }
    table(List.of("post", "by", "text"), rows);
  }

  private void authored(List<AuthoredItem> items) {
    if (json.isGiven()) {
      json.print(items, TwiJson::authored);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (AuthoredItem each : items) {
      rows.add(
          List.of(
              each.item().id().toString(),
              each.author().nickname(),
              each.author().joined().toString(),
              Long.toString(each.author().posts()),
              each.item().text()));
    }
    table(List.of("post", "by", "joined", "posts", "text"), rows);
  }

  private void posts(List<Twit> posts) {
    if (json.isGiven()) {
      json.print(posts, TwiJson::post);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (Twit each : posts) {
      rows.add(
          List.of(new TwitId(each.author(), each.time(), each.number()).toString(), each.text()));
    }
    table(List.of("post", "text"), rows);
  }

  private void named(List<Named> users) {
    if (json.isGiven()) {
      json.print(users, TwiJson::named);
      return;
    }
    table(
        List.of("name", "nickname"),
        users.stream().map(each -> List.of(each.name(), each.nickname())).toList());
  }

  private void profile(TwiBase base, String name) throws IOException {
    Profile user = of(base, name);
    if (json.isGiven()) {
      json.print(TwiJson.user(user));
      return;
    }
    table(
        List.of("name", "nickname", "joined", "posts", "follows", "followers", "liked"),
        List.of(
            List.of(
                user.name(),
                user.nickname(),
                user.joined().toString(),
                Long.toString(user.posts()),
                Long.toString(user.follows()),
                Long.toString(user.followers()),
                Long.toString(user.liked()))));
  }

  private void table(List<String> headings, List<List<String>> rows) {
    TextTable.lines(headings, rows, Terminal.ofProcess().columns())
        .forEach(spec.commandLine().getOut()::println);
  }
}
