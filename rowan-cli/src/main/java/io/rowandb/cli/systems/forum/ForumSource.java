package io.rowandb.cli.systems.forum;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.forum.MadeUpForum;
import io.rowandb.systems.forum.PlacedEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where posts and comments come from: files, or a made-up forum. */
public final class ForumSource {
  private static final List<String> MADE_UP = List.of("--posts", "--comments", "--seed");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of JSON lines, plain or gzip; may be given several times. Posts are {\"post\": ID, \"author\":, \"time\":, \"title\":, \"text\":, \"tags\":}, comments {\"comment\": ID, \"on\": POST, \"parent\": COMMENT, \"author\":, \"time\":, \"text\":}, or both are lines of a Stack Exchange dump. Posts come before their comments. Without a file, a forum is made up, the same for the same numbers:")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--posts",
      paramLabel = "N",
      defaultValue = "100",
      description = "Made-up posts: ${DEFAULT-VALUE} unless given.")
  private int posts;

  @Option(
      names = "--comments",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Their comments: ${DEFAULT-VALUE} unless given.")
  private long comments;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives another forum: ${DEFAULT-VALUE} unless given.")
  private long seed;

  /** For picocli. */
  public ForumSource() {}

  /** Refuses what does not go together, before anything is opened. */
  void check() {
    if (files.isEmpty()) {
      try {
        madeUp();
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
      }
      return;
    }
    for (String option : MADE_UP) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " does not go with --file");
      }
    }
    for (Path file : files) {
      DataFile.requireReadable(file, spec.commandLine());
    }
  }

  /** For people. */
  String describe() {
    return files.isEmpty()
        ? "a made-up forum of seed " + seed
        : files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  private MadeUpForum madeUp() {
    return new MadeUpForum(seed, posts, comments);
  }

  /** Posts and comments, from the first on; to be closed. */
  Stream<PlacedEvent> events() {
    if (files.isEmpty()) {
      String place = describe();
      return madeUp().events().map(event -> PlacedEvent.of(event, place));
    }
    ForumFile format = new ForumFile();
    Stream<PlacedEvent> all = Stream.of();
    try {
      for (Path file : files) {
        // Not a stream of streams: whoever iterates over that gets each file as a whole.
        all = Stream.concat(all, read(format, file));
      }
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private static Stream<PlacedEvent> read(ForumFile format, Path file) {
    try {
      return format.read(file.toString(), DataFile.open(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
