package io.rowandb.cli.systems.forum;

import io.rowandb.cli.source.JsonLine;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.ForumEvent;
import io.rowandb.systems.forum.PlacedEvent;
import io.rowandb.systems.forum.Post;
import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads files of posts and comments, one after the other: lines of JSON, each an object.
 *
 * <ul>
 *   <li>{@code post, author, time, title, text, tags}: a post. Tags have spaces between; all but
 *       the first three may be missing.
 *   <li>{@code comment, on, parent, author, time, text}: a comment on a post; without a parent it
 *       is no reply.
 *   <li>The lines of posts and comments of a Stack Exchange dump. A question is a post, an answer
 *       is a comment {@code a1} of it, a comment is a comment {@code c1} of the question or a reply
 *       to the answer. Others, such as wikis of tags, are passed over, and so are comments on them.
 * </ul>
 *
 * <p>A comment comes behind its post and its parent. Used by one thread.
 */
final class ForumFile {
  /** Answers whose questions are remembered for their comments: 100 MB. */
  private static final int MOST_ANSWERS = 1_000_000;

  private static final String QUESTION = "1";
  private static final String ANSWER = "2";

  private final Map<String, String> questionOfAnswer = new HashMap<>();

  /**
   * What a file holds.
   *
   * @param lines are read while the stream is, and closed by it
   */
  Stream<PlacedEvent> read(String name, BufferedReader lines) throws IOException {
    return DataLines.use(
        name,
        lines,
        4 * Post.MOST_TEXT_BYTES,
        (first, others) ->
            Stream.concat(
                    first.isEmpty() ? Stream.of() : Stream.of(first),
                    Stream.generate(others::next).takeWhile(line -> line != null))
                .flatMap(line -> event(name, others, line).stream()));
  }

  private Optional<PlacedEvent> event(String name, DataLines lines, String line) {
    try {
      Map<String, String> members = JsonLine.parse(line);
      // A dump has comments on what is no post here, such as wikis of tags.
      boolean isDumped = members.containsKey("PostTypeId") || members.containsKey("PostId");
      String place = name + ", line " + lines.number();
      return event(members).map(event -> new PlacedEvent(event, place, isDumped));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IllegalArgumentException(lines.wrong(line, e), e);
    }
  }

  private Optional<ForumEvent> event(Map<String, String> line) {
    if (line.containsKey("PostTypeId")) {
      return stackExchangePost(line);
    }
    if (line.containsKey("PostId")) {
      return Optional.of(stackExchangeComment(line));
    }
    if (line.containsKey("comment")) {
      return Optional.of(
          new ForumEvent.Commented(
              needed(line, "on"),
              new Comment(
                  needed(line, "comment"),
                  Optional.ofNullable(line.get("parent")),
                  needed(line, "author"),
                  time(needed(line, "time")),
                  line.getOrDefault("text", ""))));
    }
    return Optional.of(
        new ForumEvent.Published(
            new Post(
                needed(line, "post"),
                needed(line, "author"),
                time(needed(line, "time")),
                line.getOrDefault("title", ""),
                line.getOrDefault("text", ""),
                tags(line.getOrDefault("tags", ""), " "))));
  }

  private Optional<ForumEvent> stackExchangePost(Map<String, String> line) {
    String id = needed(line, "Id");
    String kind = line.get("PostTypeId");
    if (QUESTION.equals(kind)) {
      String tags = line.getOrDefault("Tags", "").replaceAll("^<|>$", "");
      return Optional.of(
          new ForumEvent.Published(
              new Post(
                  id,
                  author(line, "OwnerUserId"),
                  time(needed(line, "CreationDate")),
                  line.getOrDefault("Title", ""),
                  line.getOrDefault("Body", ""),
                  tags(tags, "><"))));
    }
    if (!ANSWER.equals(kind)) {
      return Optional.empty();
    }
    String question = needed(line, "ParentId");
    if (questionOfAnswer.size() == MOST_ANSWERS) {
      throw new IllegalArgumentException(
          "more than " + MOST_ANSWERS + " answers; a load remembers no more");
    }
    questionOfAnswer.put(id, question);
    return Optional.of(
        new ForumEvent.Commented(
            question,
            new Comment(
                "a" + id,
                Optional.empty(),
                author(line, "OwnerUserId"),
                time(needed(line, "CreationDate")),
                line.getOrDefault("Body", ""))));
  }

  private ForumEvent stackExchangeComment(Map<String, String> line) {
    String on = line.get("PostId");
    String question = questionOfAnswer.get(on);
    return new ForumEvent.Commented(
        question == null ? on : question,
        new Comment(
            "c" + needed(line, "Id"),
            question == null ? Optional.empty() : Optional.of("a" + on),
            author(line, "UserId"),
            time(needed(line, "CreationDate")),
            line.getOrDefault("Text", "")));
  }

  /** Of who left the site nothing is known. */
  private static String author(Map<String, String> line, String field) {
    return line.getOrDefault(field, "nobody");
  }

  private static String needed(Map<String, String> line, String field) {
    String value = line.get(field);
    if (value == null) {
      throw new IllegalArgumentException("it has no " + field);
    }
    return value;
  }

  private static List<String> tags(String text, String between) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(between, -1));
  }

  /** In UTC where no zone is said. */
  private static Instant time(String text) {
    return text.endsWith("Z")
        ? Instant.parse(text)
        : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
  }
}
