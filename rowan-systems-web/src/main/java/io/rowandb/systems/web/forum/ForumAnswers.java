package io.rowandb.systems.web.forum;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.PostBusyException;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.forum.ThreadComment;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What pages and API alike ask of a forum. */
final class ForumAnswers {
  /** Comments that are read at once: 64 KB each at most. */
  private static final int STEP = 20;

  /** Characters of a page of comments, behind which it ends. */
  private static final long MOST_CHARACTERS = 1_000_000;

  private ForumAnswers() {}

  /** What may refuse the values of a request. */
  interface Call<T> {
    T made() throws IOException;
  }

  /** What a call refuses is told to the client. */
  static <T> T checked(Call<T> call) throws IOException {
    try {
      return call.made();
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    } catch (PostBusyException e) {
      throw busy(e);
    }
  }

  static WebException busy(PostBusyException why) {
    return new WebException(WebException.UNAVAILABLE, why.getMessage());
  }

  /** The same of a call about a post: 404 if that is not there. */
  static <T> T about(Forum forum, String post, Call<T> call) throws IOException {
    try {
      return call.made();
    } catch (IllegalArgumentException e) {
      requirePost(forum, post);
      throw WebException.wrong(e.getMessage());
    } catch (PostBusyException e) {
      throw busy(e);
    }
  }

  private static void requirePost(Forum forum, String post) throws IOException {
    if (checked(() -> forum.count(post)).isEmpty()) {
      throw absent(post);
    }
  }

  private static WebException absent(String post) {
    return new WebException(WebException.ABSENT, "there is no post \"" + post + "\"");
  }

  static PublishedPost post(Forum forum, String id) throws IOException {
    return checked(() -> forum.post(id)).orElseThrow(() -> absent(id));
  }

  /** The latest posts, of all or of one author. */
  static Page<PublishedPost> posts(Forum forum, Optional<String> author, int size, Values query)
      throws IOException {
    Optional<String> after = query.given("after");
    return checked(
        () ->
            author.isEmpty()
                ? forum.newestPosts(size, after)
                : forum.postsOf(author.get(), size, after));
  }

  /**
   * Comments by time, from where the query's {@code after} says.
   *
   * @param order one of newest and oldest
   */
  static Page<Comment> comments(Forum forum, String post, String order, int size, Values query)
      throws IOException {
    return about(
        forum,
        post,
        () ->
            parts(
                size,
                query.given("after"),
                (most, after) ->
                    order.equals("newest")
                        ? forum.newest(post, most, after)
                        : forum.oldest(post, most, after),
                comment -> comment.text().length()));
  }

  /** The same in the order of reading; of the replies to one comment, if the query says so. */
  static Page<ThreadComment> thread(Forum forum, String post, int size, Values query)
      throws IOException {
    Optional<String> below = query.given("below");
    return about(
        forum,
        post,
        () ->
            parts(
                size,
                query.given("after"),
                (most, after) ->
                    below.isEmpty()
                        ? forum.thread(post, most, after)
                        : forum.replies(post, below.get(), most, after),
                each -> each.comment().text().length()));
  }

  /** Reads comments behind a token. */
  private interface Reading<T> {
    Page<T> read(int most, Optional<String> after) throws IOException;
  }

  /** A page, which ends early when its comments are long. */
  private static <T> Page<T> parts(
      int size, Optional<String> after, Reading<T> reading, ToLongFunction<T> length)
      throws IOException {
    List<T> all = new ArrayList<>();
    Optional<String> next = after;
    long characters = 0;
    do {
      Page<T> part = reading.read(Math.min(STEP, size - all.size()), next);
      all.addAll(part.records());
      characters += part.records().stream().mapToLong(length).sum();
      next = part.next();
    } while (next.isPresent() && all.size() < size && characters < MOST_CHARACTERS);
    return new Page<>(all, next);
  }

  /** How comments are stored, if the values say it. */
  static Optional<CommentLayout> layout(Values values) {
    return values
        .given("layout")
        .map(
            text ->
                switch (text) {
                  case "wide" -> CommentLayout.WIDE;
                  case "tall" -> CommentLayout.TALL;
                  default ->
                      throw WebException.wrong(
                          "layout is " + Values.shown(text) + ", neither wide nor tall");
                });
  }

  /**
   * The order of comments that the query asks for.
   *
   * @param otherwise when it does not say
   */
  static String order(Values query, List<String> orders, String otherwise) {
    String order = query.given("order").orElse(otherwise);
    if (!orders.contains(order)) {
      throw WebException.wrong(
          "order is " + Values.shown(order) + ", and not one of " + String.join(", ", orders));
    }
    return order;
  }
}
