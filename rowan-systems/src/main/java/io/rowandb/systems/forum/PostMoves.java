package io.rowandb.systems.forum;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/**
 * What is done in several calls, any of which may be the last one of a program: whoever comes next
 * goes on with it. Used by one thread.
 */
final class PostMoves {
  /** Cells that are copied by one mutation. */
  private static final int COPIED = 200;

  /** Bytes of them, behind which no more are read. */
  private static final int COPIED_BYTES = 1 << 20;

  /** Cells that are read for it at once: with the longest texts 1 MB. */
  private static final int READ = 20;

  /** Rows that are deleted by one call. */
  private static final int DELETED = 1_000;

  /** Each of them that fails, fails because another change of the post took place. */
  static final int MOST_ATTEMPTS = 10_000;

  private final ForumTables tables;

  PostMoves(ForumTables tables) {
    this.tables = tables;
  }

  static PostBusyException busy(String post) {
    return new PostBusyException(
        "post " + post + " was changed by others before each of " + MOST_ATTEMPTS + " attempts");
  }

  /** The post with no note and no half copied comments. */
  PostRow settled(String post) throws IOException {
    int attempts = 0;
    for (PostHead last = null; attempts < MOST_ATTEMPTS; ) {
      PostRow row = PostRow.read(tables, post);
      if (row.head().isOpen() && row.note().isPresent()) {
        writeNoted(row);
        row.clearNote();
      } else if (row.head().isOpen() && row.head().isMoving()) {
        copy(row);
      } else {
        return row;
      }
      // Copying goes on for as long as there is something; only standing still is counted.
      attempts = row.head().equals(last) ? attempts + 1 : 0;
      last = row.head();
    }
    throw busy(post);
  }

  /** Writes the rows that a note holds. They may be there; they do not hide later ones. */
  void writeNoted(PostRow row) throws IOException {
    if (row.note().isPresent()) {
      row.tall(row.head().move())
          .put(
              CommentCell.decode(CellUtil.cloneValue(row.note().get())),
              row.note().get().getTimestamp());
    }
  }

  /** Copies some of the comments, or ends the copying when there are no more. */
  private void copy(PostRow row) throws IOException {
    PostHead head = row.head();
    List<CommentCell> cells = next(row);
    if (cells.isEmpty()) {
      PostRow.Change end = row.change(head.moved()).without(ForumCells.CURSOR);
      if (head.layout() == CommentLayout.WIDE) {
        end.withoutComments();
      }
      end.make();
      return;
    }
    PostRow.Change step =
        row.change(head.copied()).with(ForumCells.CURSOR, cells.get(cells.size() - 1).key());
    if (head.layout() == CommentLayout.TALL) {
      step.withComments(head.move() + 1, withNewestFirst(cells));
    } else {
      row.tall(head.move() + 1)
          .put(cells.stream().filter(PostMoves::isNeeded).toList(), head.sequence());
    }
    step.make();
  }

  /** What is copied next: less than 2.5 MB. */
  private static List<CommentCell> next(PostRow row) throws IOException {
    List<CommentCell> cells = new ArrayList<>();
    byte[] from = row.cursor().orElse(ForumCells.first(ForumCells.BY_TIME));
    boolean isInclusive = row.cursor().isEmpty();
    long bytes = 0;
    while (cells.size() < COPIED && bytes < COPIED_BYTES) {
      List<CommentCell> some =
          row.comments().range(from, isInclusive, ForumCells.first(ForumCells.BEHIND_ALL), READ);
      cells.addAll(some);
      if (some.size() < READ) {
        break;
      }
      bytes += some.stream().mapToLong(each -> each.key().length + each.value().length).sum();
      from = some.get(READ - 1).key();
      isInclusive = false;
    }
    return cells;
  }

  /** A table is read backwards, so rows need no keys for that. */
  private static boolean isNeeded(CommentCell cell) {
    return cell.key()[0] != ForumCells.NEWEST_FIRST;
  }

  static List<CommentCell> withNewestFirst(List<CommentCell> cells) {
    List<CommentCell> all = new ArrayList<>(cells);
    for (CommentCell each : cells) {
      if (each.key()[0] == ForumCells.BY_TIME) {
        all.add(new CommentCell(ForumCells.newestFirst(each.key()), ForumCells.NOTHING));
      }
    }
    return all;
  }

  /**
   * Moves the comments to a layout.
   *
   * @return whether they had another one
   */
  boolean move(String post, CommentLayout layout) throws IOException {
    boolean begun = false;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      PostRow row = settled(post);
      if (!row.head().isOpen()) {
        throw PostChanges.missing(post);
      }
      if (row.head().isLeftover()) {
        clean(row);
      } else if (row.head().layout() == layout) {
        return begun;
      } else {
        begun |= row.change(row.head().moving()).make();
      }
    }
    throw busy(post);
  }

  /** Deletes the rows of moves before; comments may come meanwhile. */
  void clean(PostRow row) throws IOException {
    PostHead head = row.head();
    deleteBefore(row, ForumCells.place(head.life(), head.move()));
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      PostRow now = settled(row.post());
      if (!now.head().hasPlaceOf(head)
          || !now.head().isLeftover()
          || now.change(now.head().cleaned()).make()) {
        return;
      }
    }
    throw busy(row.post());
  }

  /** Only of places that are over: a place never comes again, so a late call deletes no more. */
  private void deleteBefore(PostRow row, byte[] place) throws IOException {
    byte[] rows = ForumCells.commentRows(row.post());
    byte[] behind = ForumCells.joined(rows, place);
    List<Result> found;
    byte[] from = rows;
    do {
      found =
          tables.scanComments(
              new Scan()
                  .withStartRow(from)
                  .withStopRow(behind)
                  .setFilter(new FirstKeyOnlyFilter())
                  .setCaching(DELETED)
                  .setLimit(DELETED));
      delete(found, row.head().sequence());
      from = found.isEmpty() ? from : found.get(found.size() - 1).getRow(); // not over all deleted
    } while (found.size() == DELETED);
  }

  /** Deletes rows with all that changes up to one wrote. */
  void delete(List<Result> rows, long sequence) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    for (Result each : rows) {
      deletes.add(new Delete(each.getRow(), sequence));
    }
    if (!deletes.isEmpty()) {
      tables.comments().delete(deletes);
    }
  }

  /**
   * Removes a post with all its comments.
   *
   * @return whether it was there
   */
  boolean remove(String post) throws IOException {
    boolean removed = false;
    int life = 0;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      PostRow row = PostRow.read(tables, post);
      if (attempt == 0) {
        life = row.head().life();
      } else if (row.head().life() != life) {
        return removed; // what is published behind it stays
      }
      switch (row.head().state()) {
        case GONE -> {
          return removed;
        }
        case OPEN ->
            removed |=
                row.change(row.head().removing())
                    .without(ForumCells.NOTE)
                    .without(ForumCells.CURSOR)
                    .make();
        case REMOVING -> {
          endRemoval(row);
          return removed;
        }
      }
    }
    throw busy(post);
  }

  /** Deletes what is left of a post that nobody sees any more. */
  boolean endRemoval(PostRow row) throws IOException {
    PostHead head = row.head();
    if (row.hasDetails()) {
      for (ListedPost each : lists(row.details(), head.life())) {
        tables.lists().delete(each);
      }
    }
    deleteBefore(row, ForumCells.place(head.life() + 1, 0));
    return row.change(head.gone())
        .without(ForumCells.DETAILS)
        .without(ForumCells.TEXT)
        .withoutComments()
        .make();
  }

  /** The rows of lists of a post. */
  static List<ListedPost> lists(Post post, int life) {
    return List.of(
        new ListedPost("", post.time(), post.id(), life),
        new ListedPost(post.author(), post.time(), post.id(), life));
  }

  /**
   * Goes on with all that a dead program has begun with a post.
   *
   * @return whether there was something
   */
  boolean resume(String post) throws IOException {
    PostRow first = PostRow.read(tables, post);
    switch (first.head().state()) {
      case REMOVING -> {
        endRemoval(first);
        return true;
      }
      case OPEN -> {
        boolean begun =
            first.note().isPresent() || first.head().isMoving() || first.head().isLeftover();
        PostRow row = settled(post);
        if (row.head().isOpen() && row.head().isLeftover()) {
          clean(row);
        }
        return begun;
      }
      case GONE -> {
        return false;
      }
    }
    throw new AssertionError(first.head().state());
  }

  /** For readers: an open post, whose comments are all where they are looked for. */
  Optional<PostRow> readable(String post) throws IOException {
    PostRow row = PostRow.read(tables, post);
    if (!row.head().isOpen()) {
      return Optional.empty();
    }
    if (row.note().isPresent()) {
      writeNoted(row);
      row.clearNote();
    }
    return Optional.of(row);
  }
}
