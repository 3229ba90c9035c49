package io.rowandb.systems.forum;

import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.pool.Pool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A blog, or a site of questions: posts, comments of them, and replies to comments. Used by any
 * number of threads, and of programs. The package's description draws the rows.
 *
 * <ol>
 *   <li>Each change of a post or of its comments is decided by one mutation of the post's row. It
 *       takes place only if the post's head is the one that was read, and leaves another one. So a
 *       call that is executed late or twice changes nothing, and the count in the head is exact.
 *   <li>Ids are chosen by the caller: a call that failed is made again, and counts once. The same
 *       id with other contents is refused, also behind a removal of the comment.
 *   <li>Each publication of an id begins a life, whose number is in the keys of its comments. A
 *       removed post leaves its head behind, so no life ever comes again.
 *   <li>What takes several calls is begun by that one mutation, and what is left to do can be read
 *       in the post's row. Who reads or changes the post next goes on with it, or {@link #resume}.
 * </ol>
 */
public final class Forum implements AutoCloseable {
  /** Levels of replies: the key of a comment has the ids of all those above it. */
  public static final int MOST_DEPTH = 64;

  /** Records of a page. */
  public static final int MOST_OF_PAGE = 1_000;

  /** Comments of one mutation. */
  private static final int MOST_TOGETHER = 200;

  /** Bytes of the texts of one mutation: HBase takes cells of up to 10 MB. */
  private static final int MOST_BYTES_TOGETHER = 1 << 20;

  private static final ForumTables.Designs IN_USE = ForumTables.Designs.named("forum");

  private final Pool<ForumTables> pool;

  private Forum(Connection connection, ForumTables.Designs designs) {
    this(Pool.of(() -> new ForumTables(connection, designs), ForumTables::close));
  }

  /** Closes the pool. */
  Forum(Pool<ForumTables> pool) {
    this.pool = pool;
  }

  /**
   * Opens the tables, and makes them if there are none.
   *
   * @param connection stays open, and stays the caller's
   */
  public static Forum open(Connection connection) throws IOException {
    return open(connection, IN_USE);
  }

  static Forum open(Connection connection, ForumTables.Designs designs) throws IOException {
    ForumTables.openOrCreate(connection, designs);
    return new Forum(connection, designs);
  }

  /**
   * Opens the tables, which must be there.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when they are not
   */
  public static Forum openExisting(Connection connection) throws IOException {
    ForumTables.requireAll(connection, IN_USE);
    return new Forum(connection, IN_USE);
  }

  /**
   * Publishes a post. Called again with the same post it changes nothing, nor its layout. Behind a
   * removal it publishes the post again, also when the call was made before and arrives late.
   *
   * @return whether it is new; not if it was there already
   * @throws IllegalArgumentException when another post has its id
   * @throws IOException when that did not complete: call it again
   */
  public boolean publish(Post post, CommentLayout layout) throws IOException {
    Objects.requireNonNull(post, "post");
    Objects.requireNonNull(layout, "layout");
    return pool.use(tables -> new PostChanges(tables).publish(post, layout));
  }

  /** A post, if it is there. */
  public Optional<PublishedPost> post(String id) throws IOException {
    ForumValues.name("post", id);
    return pool.use(tables -> new ForumReader(tables).post(id));
  }

  /**
   * Removes a post with all its comments: nobody sees any of it from one moment on. The id can be
   * published again.
   *
   * @return whether this call removed it
   * @throws IOException when that did not complete: call it again
   */
  public boolean remove(String id) throws IOException {
    ForumValues.name("post", id);
    return pool.use(tables -> new PostMoves(tables).remove(id));
  }

  /**
   * Adds a comment. Called again with the same comment it changes nothing, also when it was removed
   * meanwhile.
   *
   * @return whether it is new
   * @throws IllegalArgumentException when there is no such post, another comment has the id, the
   *     parent is not there or was removed, or it is {@link #MOST_DEPTH} deep
   * @throws IOException when that did not complete: call it again
   */
  public boolean comment(String post, Comment comment) throws IOException {
    return commentAll(post, List.of(comment)) == 1;
  }

  /**
   * Adds comments of a post, many by one mutation. Replies may be to comments before them.
   *
   * @return how many are new
   * @throws IllegalArgumentException as {@link #comment}; those before it may be there
   */
  public int commentAll(String post, List<Comment> comments) throws IOException {
    ForumValues.name("post", post);
    return pool.use(
        tables -> {
          PostChanges changes = new PostChanges(tables);
          int added = 0;
          for (List<Comment> each : parts(comments)) {
            added += changes.comment(post, each);
          }
          return added;
        });
  }

  private static List<List<Comment>> parts(List<Comment> comments) {
    List<List<Comment>> parts = new ArrayList<>();
    List<Comment> part = new ArrayList<>();
    int bytes = 0;
    for (Comment each : comments) {
      int length = each.text().getBytes(StandardCharsets.UTF_8).length;
      if (part.size() == MOST_TOGETHER || bytes + length > MOST_BYTES_TOGETHER) {
        parts.add(part);
        part = new ArrayList<>();
        bytes = 0;
      }
      part.add(each);
      bytes += length;
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }

  /**
   * Removes a comment. Replies to it stay, below an empty place.
   *
   * @return whether this call removed it
   * @throws IllegalArgumentException when there is no such post
   * @throws IOException when that did not complete: call it again
   */
  public boolean removeComment(String post, String comment) throws IOException {
    ForumValues.name("post", post);
    ForumValues.name("comment", comment);
    return pool.use(tables -> new PostChanges(tables).removeComment(post, comment));
  }

  /**
   * A comment where it stands in its thread, also the place of a removed one; empty when the post
   * never had it.
   *
   * @throws IllegalArgumentException when there is no such post
   */
  public Optional<ThreadComment> find(String post, String comment) throws IOException {
    ForumValues.name("post", post);
    ForumValues.name("comment", comment);
    return pool.use(tables -> new ForumReader(tables).find(post, comment));
  }

  /** How many comments a post has, replies among them; empty when there is no such post. */
  public OptionalLong count(String post) throws IOException {
    ForumValues.name("post", post);
    Optional<PostHead> head = pool.use(tables -> new ForumReader(tables).head(post));
    return head.isEmpty() ? OptionalLong.empty() : OptionalLong.of(head.get().comments());
  }

  /**
   * The comments of a post, replies among them, the oldest first; of one time by their ids.
   *
   * @param size from 1 to {@link #MOST_OF_PAGE}
   * @param token of the page before; empty for the first
   * @throws IllegalArgumentException when there is no such post, or the token is of another
   *     question or of an earlier life of the post
   */
  public Page<Comment> oldest(String post, int size, Optional<String> token) throws IOException {
    return byTime(post, /* isNewestFirst= */ false, size, token);
  }

  /** The same, the newest first. */
  public Page<Comment> newest(String post, int size, Optional<String> token) throws IOException {
    return byTime(post, /* isNewestFirst= */ true, size, token);
  }

  private Page<Comment> byTime(String post, boolean isNewestFirst, int size, Optional<String> token)
      throws IOException {
    checkPage(post, size);
    return pool.use(tables -> new ForumReader(tables).byTime(post, isNewestFirst, size, token));
  }

  private static void checkPage(String post, int size) {
    ForumValues.name("post", post);
    ForumValues.size("size", size, MOST_OF_PAGE);
  }

  /**
   * The whole thread of a post in the order of reading: each comment before the replies to it,
   * those of one parent by time. Parameters and errors as for {@link #oldest}.
   */
  public Page<ThreadComment> thread(String post, int size, Optional<String> token)
      throws IOException {
    checkPage(post, size);
    return pool.use(tables -> new ForumReader(tables).thread(post, Optional.empty(), size, token));
  }

  /** The replies to a comment, and those to them, in the order of reading. */
  public Page<ThreadComment> replies(String post, String comment, int size, Optional<String> token)
      throws IOException {
    checkPage(post, size);
    ForumValues.name("comment", comment);
    return pool.use(
        tables -> new ForumReader(tables).thread(post, Optional.of(comment), size, token));
  }

  /**
   * All posts, the newest first, without their texts.
   *
   * @param size how many at most; fewer, even none, may come with more behind them, when posts were
   *     being removed
   * @param token of the page before; empty for the first
   */
  public Page<PublishedPost> newestPosts(int size, Optional<String> token) throws IOException {
    ForumValues.size("size", size, MOST_OF_PAGE);
    return pool.use(tables -> new ForumReader(tables).posts("", size, token));
  }

  /** The same of one author. */
  public Page<PublishedPost> postsOf(String author, int size, Optional<String> token)
      throws IOException {
    ForumValues.name("author", author);
    ForumValues.size("size", size, MOST_OF_PAGE);
    return pool.use(tables -> new ForumReader(tables).posts(author, size, token));
  }

  /**
   * Moves the comments of a post to a layout. They can be read meanwhile; who adds or removes one
   * helps to move them first.
   *
   * @return whether this call began it; not if they have that layout already
   * @throws IllegalArgumentException when there is no such post
   * @throws IOException when that did not complete: call it again
   */
  public boolean move(String post, CommentLayout layout) throws IOException {
    ForumValues.name("post", post);
    Objects.requireNonNull(layout, "layout");
    return pool.use(tables -> new PostMoves(tables).move(post, layout));
  }

  /**
   * Ends what a dead program has begun with a post.
   *
   * @return whether there was something
   */
  public boolean resume(String post) throws IOException {
    ForumValues.name("post", post);
    return pool.use(tables -> new PostMoves(tables).resume(post));
  }

  /** The same for all posts; also deletes what late calls left, which nobody sees. */
  public ForumRepair repair() throws IOException {
    return pool.use(tables -> new ForumSweep(tables).repair());
  }

  /**
   * Publishes posts and adds comments, those of a post together. When it fails, some are there: it
   * can be called again.
   *
   * @param events are closed; each comment behind its post and the one that it replies to
   * @param layout of new posts
   * @return how many there were
   */
  public long load(Stream<ForumEvent> events, CommentLayout layout) throws IOException {
    return loadPlaced(events.map(event -> PlacedEvent.of(event, "")), layout).records();
  }

  /**
   * The same of events from files, whose places errors name.
   *
   * @throws IllegalArgumentException with the place of what is refused
   */
  public LoadedForum loadPlaced(Stream<PlacedEvent> events, CommentLayout layout)
      throws IOException {
    return new ForumLoad(this, layout).load(events);
  }

  /** A question that is asked only for what it reads. */
  public interface Asked {
    /** Asks it of a forum. */
    void of(Forum forum) throws IOException;
  }

  /**
   * What a question reads, without the rows of lists, which are explained apart. For when no other
   * thread uses this forum.
   */
  public ForumReads reads(Asked question) throws IOException {
    pool.run(ForumTables::takeReads);
    question.of(this);
    return pool.use(ForumTables::takeReads);
  }

  /**
   * How the newest posts are found; of an author, or of all.
   *
   * @throws IllegalArgumentException when no author can have the name
   */
  public Explanation explainPosts(Optional<String> author) throws IOException {
    author.ifPresent(name -> ForumValues.name("author", name));
    return pool.use(
        tables ->
            tables.lists().where(ListedPost::list).is(author.orElse("")).newestFirst().explain());
  }

  /** The connection stays open. */
  @Override
  public void close() throws IOException {
    pool.close();
  }
}
