package io.rowandb.systems.forum;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.pool.Pool;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** The design in use, with one of its layouts. Used by one thread. */
final class StoredForum implements ForumDesign {
  private final Connection connection;
  private final CommentLayout layout;
  private final ForumTables.Designs designs;
  private final Forum forum;
  private final ForumTables tables;

  StoredForum(Connection connection, CommentLayout layout) throws IOException {
    this.connection = connection;
    this.layout = layout;
    designs = ForumTables.Designs.named("compare_forum_" + (layout.code() == 0 ? "wide" : "tall"));
    ForumTables.create(connection, designs);
    tables = new ForumTables(connection, designs);
    // All calls by the same tables, which count what is read.
    forum =
        new Forum(Pool.of(tables, () -> new ForumTables(connection, designs), ForumTables::close));
  }

  @Override
  public String name() {
    return layout == CommentLayout.WIDE ? "in use, wide" : "in use, tall";
  }

  @Override
  public String idea() {
    return layout == CommentLayout.WIDE
        ? "post: head | comments in columns: life | move | time | id"
        : "post: head; comments in rows: post | life | move | time | id";
  }

  @Override
  public int families() {
    return designs.posts().descriptor().getColumnFamilyCount();
  }

  @Override
  public List<TableName> tables() {
    return List.of(designs.posts().name(), designs.comments().name(), designs.lists().name());
  }

  @Override
  public void load(Stream<PlacedEvent> events) throws IOException {
    forum.loadPlaced(events, layout);
  }

  @Override
  public void publish(Post post) throws IOException {
    forum.publish(post, layout);
  }

  @Override
  public List<Call> comment(String post, Comment comment) throws IOException {
    PostChanges changes = new PostChanges(tables);
    PostRow row = changes.open(post);
    Call decide = () -> changes.decide(row, comment);
    Call write =
        () -> {
          changes.open(post);
          return true;
        };
    return layout == CommentLayout.WIDE ? List.of(decide) : List.of(decide, write);
  }

  @Override
  public void head(String post) throws IOException {
    forum.post(post);
  }

  @Override
  public int first(String post) throws IOException {
    return forum.oldest(post, PAGE, Optional.empty()).records().size();
  }

  @Override
  public int newest(String post) throws IOException {
    return forum.newest(post, PAGE, Optional.empty()).records().size();
  }

  @Override
  public long whole(String post) throws IOException {
    long comments = 0;
    Optional<String> next = Optional.empty();
    do {
      Page<Comment> page = forum.oldest(post, Forum.MOST_OF_PAGE, next);
      comments += page.records().size();
      next = page.next();
    } while (next.isPresent());
    return comments;
  }

  @Override
  public long count(String post) throws IOException {
    return forum.count(post).orElse(0);
  }

  @Override
  public ForumReads takeReads() {
    return tables.takeReads();
  }

  @Override
  public void close() throws IOException {
    forum.close();
    for (TableName each : tables()) {
      ForumAttempts.drop(connection, each);
    }
  }
}
