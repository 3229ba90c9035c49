package io.rowandb.systems.forum;

import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Publishing, commenting and removing a comment: each decided by one mutation. One thread. */
final class PostChanges {
  private final ForumTables tables;
  private final PostMoves moves;

  /** The life that this adds comments to, from the first on; 0 before it. */
  private int life;

  PostChanges(ForumTables tables) {
    this.tables = tables;
    moves = new PostMoves(tables);
  }

  static IllegalArgumentException missing(String post) {
    return new IllegalArgumentException("there is no post " + Utf8.quoted(post));
  }

  boolean publish(Post post, CommentLayout layout) throws IOException {
    for (int attempt = 0; attempt < PostMoves.MOST_ATTEMPTS; attempt++) {
      PostRow row = PostRow.read(tables, post.id());
      switch (row.head().state()) {
        case OPEN -> {
          if (!isThere(post)) {
            PostHead now = PostRow.read(tables, post.id()).head();
            if (!now.isOpen() || now.life() != row.head().life()) {
              continue; // it was removed meanwhile
            }
            throw new IllegalArgumentException(
                "post "
                    + Utf8.quoted(post.id())
                    + " was published already, with another author, time, title, text or tags");
          }
          return false;
        }
        case REMOVING -> moves.endRemoval(row);
        case GONE -> {
          // In the lists first: there it counts only with a post of this life.
          tables.lists().putAll(PostMoves.lists(post, row.head().life() + 1));
          if (row.change(row.head().published(layout))
              .with(ForumCells.DETAILS, ForumCells.details(post))
              .with(ForumCells.TEXT, Utf8.encode(post.text()))
              .make()) {
            return true;
          }
        }
      }
    }
    throw PostMoves.busy(post.id());
  }

  private boolean isThere(Post post) throws IOException {
    Result found =
        tables.get(
            new Get(ForumCells.postRow(post.id()))
                .addColumn(ForumCells.POST, ForumCells.DETAILS)
                .addColumn(ForumCells.POST, ForumCells.TEXT));
    return Arrays.equals(
            ForumCells.details(post), found.getValue(ForumCells.POST, ForumCells.DETAILS))
        && Arrays.equals(
            Utf8.encode(post.text()), found.getValue(ForumCells.POST, ForumCells.TEXT));
  }

  /**
   * Adds comments by one mutation; says how many of them were not there. All that are added by this
   * object are of one life of the post.
   */
  int comment(String post, List<Comment> comments) throws IOException {
    for (int attempt = 0; attempt < PostMoves.MOST_ATTEMPTS; attempt++) {
      PostRow row = open(post);
      if (life != 0 && row.head().life() != life) {
        throw missing(post);
      }
      life = row.head().life();
      try {
        List<CommentCell> cells = new ArrayList<>();
        int added = add(row, comments, cells);
        if (added == 0 || make(row, row.head().counting(added), cells)) {
          return added;
        }
      } catch (IllegalArgumentException e) {
        if (isStill(row)) {
          throw e;
        }
      }
    }
    throw PostMoves.busy(post);
  }

  /** Whether what was not found was not there: comments that move meanwhile are not found. */
  private boolean isStill(PostRow row) throws IOException {
    return PostRow.read(tables, row.post()).head().hasPlaceOf(row.head());
  }

  /**
   * The deciding mutation of a comment alone, for measuring what may happen around it.
   *
   * @return whether it took place
   */
  boolean decide(PostRow row, Comment comment) throws IOException {
    List<CommentCell> cells = new ArrayList<>();
    int added = add(row, List.of(comment), cells);
    return added == 0 || decided(row, row.head().counting(added), cells);
  }

  PostRow open(String post) throws IOException {
    PostRow row = moves.settled(post);
    if (!row.head().isOpen()) {
      throw missing(post);
    }
    return row;
  }

  /** The cells of those that are not there yet. */
  private static int add(PostRow row, List<Comment> comments, List<CommentCell> cells)
      throws IOException {
    Map<String, CommentLocator> there = find(row, comments);
    int added = 0;
    for (Comment each : comments) {
      CommentLocator known = there.get(each.id());
      if (known != null) {
        if (!known.isOf(each)) {
          throw new IllegalArgumentException(
              "comment "
                  + Utf8.quoted(each.id())
                  + " of post "
                  + Utf8.quoted(row.post())
                  + " was there already, with another parent, author, time or text");
        }
        continue;
      }
      CommentLocator locator = CommentLocator.of(each, parentPath(row.post(), each, there));
      there.put(each.id(), locator);
      added++;
      cells.add(new CommentCell(ForumCells.byTime(each), ForumCells.value(each)));
      cells.add(new CommentCell(ForumCells.byId(each.id()), locator.encode()));
      cells.add(new CommentCell(ForumCells.thread(locator.path()), ForumCells.NOTHING));
    }
    return added;
  }

  private static Map<String, CommentLocator> find(PostRow row, List<Comment> comments)
      throws IOException {
    Set<String> asked = new LinkedHashSet<>();
    for (Comment each : comments) {
      asked.add(each.id());
      each.parent().ifPresent(asked::add);
    }
    List<Optional<byte[]>> found =
        row.comments().get(asked.stream().map(ForumCells::byId).toList());
    Map<String, CommentLocator> there = new HashMap<>();
    int i = 0;
    for (String id : asked) {
      found.get(i++).ifPresent(value -> there.put(id, CommentLocator.decode(value)));
    }
    return there;
  }

  private static byte[] parentPath(
      String post, Comment comment, Map<String, CommentLocator> there) {
    if (comment.parent().isEmpty()) {
      return ForumCells.NOTHING;
    }
    CommentLocator parent = there.get(comment.parent().get());
    String what =
        "comment "
            + Utf8.quoted(comment.id())
            + " replies to "
            + comment.parent().get()
            + ", which ";
    if (parent == null) {
      throw new IllegalArgumentException(what + "post " + Utf8.quoted(post) + " does not have");
    }
    if (parent.isRemoved()) {
      throw new IllegalArgumentException(what + "was removed");
    }
    if (parent.depth() + 1 >= Forum.MOST_DEPTH) {
      throw new IllegalArgumentException(
          what + "is " + parent.depth() + " deep: " + Forum.MOST_DEPTH + " levels at most");
    }
    return parent.path();
  }

  boolean removeComment(String post, String id) throws IOException {
    for (int attempt = 0; attempt < PostMoves.MOST_ATTEMPTS; attempt++) {
      PostRow row = open(post);
      Optional<CommentLocator> there =
          row.comments().get(List.of(ForumCells.byId(id))).get(0).map(CommentLocator::decode);
      if (there.isEmpty()) {
        if (isStill(row)) {
          return false;
        }
        continue;
      }
      if (there.get().isRemoved()) {
        return false;
      }
      // Written over, not deleted: a late call of before is older, and stays hidden for ever.
      List<CommentCell> cells =
          List.of(
              new CommentCell(there.get().byTime(), ForumCells.removedValue()),
              new CommentCell(ForumCells.byId(id), there.get().asRemoved().encode()));
      if (make(row, row.head().counting(-1), cells)) {
        return true;
      }
    }
    throw PostMoves.busy(post);
  }

  /** Whether it took place. */
  private boolean make(PostRow row, PostHead next, List<CommentCell> cells) throws IOException {
    boolean decided = decided(row, next, cells);
    if (decided && next.layout() == CommentLayout.TALL) {
      moves.settled(row.post()); // by the note, as who comes behind a death does it
    }
    return decided;
  }

  private static boolean decided(PostRow row, PostHead next, List<CommentCell> cells)
      throws IOException {
    PostRow.Change change = row.change(next);
    return next.layout() == CommentLayout.WIDE
        ? change.withComments(next.move(), PostMoves.withNewestFirst(cells)).make()
        : change.with(ForumCells.NOTE, CommentCell.encode(cells)).make();
  }
}
