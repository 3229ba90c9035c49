package io.rowandb.systems.forum;

import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Answers questions. Comments are read at the place that the post's head names, and the head is
 * read once more behind them: if they moved meanwhile, all is read again. Used by one thread.
 */
final class ForumReader {
  /** Cells that are read beyond what a page needs: a comment may be removed. */
  private static final int SPARE = 1;

  /** Cells that are read at once behind removed comments alone: with the longest texts 6 MB. */
  private static final int OVER_REMOVED = 100;

  private final ForumTables tables;
  private final PostMoves moves;

  ForumReader(ForumTables tables) {
    this.tables = tables;
    moves = new PostMoves(tables);
  }

  Optional<PublishedPost> post(String id) throws IOException {
    Result found = tables.get(new Get(ForumCells.postRow(id)).addFamily(ForumCells.POST));
    PostRow row = PostRow.of(tables, id, found);
    if (!row.head().isOpen()) {
      return Optional.empty();
    }
    Post post =
        ForumCells.post(
            id,
            found.getValue(ForumCells.POST, ForumCells.DETAILS),
            found.getValue(ForumCells.POST, ForumCells.TEXT));
    return Optional.of(new PublishedPost(post, row.head().layout(), row.head().comments()));
  }

  Optional<PostHead> head(String post) throws IOException {
    return Optional.of(PostRow.read(tables, post).head()).filter(PostHead::isOpen);
  }

  /** Reads comments of a post at one place. */
  private interface Reading<T> {
    T of(PostRow row) throws IOException;
  }

  private <T> T read(String post, Reading<T> reading) throws IOException {
    for (int attempt = 0; attempt < PostMoves.MOST_ATTEMPTS; attempt++) {
      PostRow row = moves.readable(post).orElseThrow(() -> PostChanges.missing(post));
      try {
        T read = reading.of(row);
        if (isStill(row)) {
          return read;
        }
      } catch (IllegalArgumentException e) {
        if (isStill(row)) {
          throw e;
        }
      }
    }
    throw PostMoves.busy(post);
  }

  /** Whether what was found, or not found, is so. */
  private boolean isStill(PostRow row) throws IOException {
    return PostRow.read(tables, row.post()).head().hasPlaceOf(row.head());
  }

  /** Comments by time, the oldest or the newest first. */
  Page<Comment> byTime(String post, boolean isNewestFirst, int size, Optional<String> token)
      throws IOException {
    return read(
        post,
        row -> {
          ThreadPageToken place =
              ThreadPageToken.of(isNewestFirst ? "newest" : "oldest", post, row.head().life());
          Optional<byte[]> last =
              token.map(
                  text ->
                      place.position(
                          text,
                          ForumCells.first(ForumCells.BY_TIME),
                          ForumCells.first(ForumCells.BY_TIME + 1)));
          List<Comment> page = new ArrayList<>();
          for (int removed = 0; ; ) {
            int needed = size + 1 - page.size();
            int most = Math.max(needed + SPARE, Math.min(2 * removed, OVER_REMOVED));
            int before = page.size();
            List<CommentCell> cells = timeRange(row, isNewestFirst, last, most);
            for (CommentCell each : cells) {
              if (!ForumCells.isRemoved(each.value())) {
                if (page.size() == size) {
                  return new Page<>(page, last.map(place::token));
                }
                page.add(ForumCells.comment(each.key(), each.value()));
              }
              last = Optional.of(each.key());
            }
            if (cells.size() < most) {
              return new Page<>(page, Optional.empty());
            }
            removed = page.size() == before ? most : 0;
          }
        });
  }

  private static List<CommentCell> timeRange(
      PostRow row, boolean isNewestFirst, Optional<byte[]> last, int most) throws IOException {
    byte[] first = ForumCells.first(ForumCells.BY_TIME);
    return isNewestFirst
        ? row.comments().newest(last, most)
        : row.comments()
            .range(
                last.orElse(first), last.isEmpty(), ForumCells.first(ForumCells.BY_TIME + 1), most);
  }

  /** The comments in the order of reading: of the post, or the replies to a comment. */
  Page<ThreadComment> thread(
      String post, Optional<String> comment, int size, Optional<String> token) throws IOException {
    return read(
        post,
        row -> {
          ThreadPageToken place =
              ThreadPageToken.of("thread " + comment.orElse(""), post, row.head().life());
          byte[] from = ForumCells.first(ForumCells.THREAD);
          byte[] to = ForumCells.first(ForumCells.THREAD + 1);
          if (comment.isPresent()) {
            from = ForumCells.thread(pathOf(row, comment.get()));
            to = ForumCells.behind(from);
          }
          if (token.isPresent()) {
            from = shownLast(row, place, token.get(), from, to);
          }
          List<CommentCell> found = row.comments().range(from, false, to, size + 1);
          boolean hasMore = found.size() > size;
          List<CommentCell> shown = hasMore ? found.subList(0, size) : found;
          return new Page<>(
              comments(row, shown),
              hasMore
                  ? Optional.of(place.token(last(ForumCells.steps(shown.get(size - 1).key(), 1))))
                  : Optional.empty());
        });
  }

  /**
   * The key in the thread of the comment that a token names: the token has no path, which would not
   * fit into an address.
   */
  private static byte[] shownLast(
      PostRow row, ThreadPageToken place, String token, byte[] from, byte[] to) throws IOException {
    byte[] last =
        place.position(
            token, ForumCells.first(ForumCells.BY_TIME), ForumCells.first(ForumCells.BY_TIME + 1));
    Optional<byte[]> thread =
        row.comments()
            .get(List.of(ForumCells.byIdOf(last)))
            .get(0)
            .map(value -> ForumCells.thread(CommentLocator.decode(value).path()))
            .filter(key -> Arrays.equals(last(ForumCells.steps(key, 1)), last));
    if (thread.isEmpty()
        || Arrays.compareUnsigned(thread.get(), from) <= 0
        || Arrays.compareUnsigned(thread.get(), to) >= 0) {
      throw ThreadPageToken.wrong(token);
    }
    return thread.get();
  }

  /** A comment, or the place of a removed one. */
  Optional<ThreadComment> find(String post, String comment) throws IOException {
    return read(
        post,
        row -> {
          Optional<byte[]> path = path(row, comment);
          return path.isEmpty()
              ? Optional.empty()
              : comments(
                      row,
                      List.of(new CommentCell(ForumCells.thread(path.get()), ForumCells.NOTHING)))
                  .stream()
                  .findFirst();
        });
  }

  private static Optional<byte[]> path(PostRow row, String comment) throws IOException {
    return row.comments()
        .get(List.of(ForumCells.byId(comment)))
        .get(0)
        .map(value -> CommentLocator.decode(value).path());
  }

  private static byte[] pathOf(PostRow row, String comment) throws IOException {
    return path(row, comment)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "post " + Utf8.quoted(row.post()) + " has no comment " + Utf8.quoted(comment)));
  }

  private static List<ThreadComment> comments(PostRow row, List<CommentCell> thread)
      throws IOException {
    List<List<byte[]>> paths =
        thread.stream().map(each -> ForumCells.steps(each.key(), 1)).toList();
    List<Optional<byte[]>> values =
        row.comments().get(paths.stream().map(ForumReader::last).toList());
    List<ThreadComment> comments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).isPresent()) { // not when the comments have moved meanwhile
        List<byte[]> path = paths.get(i);
        byte[] value = values.get(i).get();
        boolean removed = ForumCells.isRemoved(value);
        int depth = path.size() - 1;
        Optional<String> parent =
            depth == 0 ? Optional.empty() : Optional.of(ForumCells.idOf(path.get(depth - 1)));
        comments.add(
            new ThreadComment(
                removed
                    ? ForumCells.removed(last(path), parent)
                    : ForumCells.comment(last(path), value),
                depth,
                removed));
      }
    }
    return comments;
  }

  private static byte[] last(List<byte[]> path) {
    return path.get(path.size() - 1);
  }

  /** Posts of a list that are there, the newest first. */
  Page<PublishedPost> posts(String list, int size, Optional<String> token) throws IOException {
    var query = tables.lists().where(ListedPost::list).is(list).newestFirst();
    Page<ListedPost> listed = token.isEmpty() ? query.page(size) : query.page(size, token.get());
    List<Get> gets = new ArrayList<>();
    for (ListedPost each : listed.records()) {
      gets.add(PostRow.query(each.post()));
    }
    Result[] found = tables.getPosts(gets);
    List<PublishedPost> posts = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < found.length; i++) {
      ListedPost entry = listed.records().get(i);
      PostRow row = PostRow.of(tables, entry.post(), found[i]);
      if (isOf(row, entry) && seen.add(entry.post())) {
        posts.add(new PublishedPost(row.details(), row.head().layout(), row.head().comments()));
      }
    }
    return new Page<>(posts, listed.next());
  }

  /** Whether a row of a list is of the post as it is now. */
  static boolean isOf(PostRow row, ListedPost entry) {
    return row.head().isOpen()
        && row.head().life() == entry.life()
        && row.details().time().equals(entry.time())
        && (entry.list().isEmpty() || row.details().author().equals(entry.list()));
  }
}
