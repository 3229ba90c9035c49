package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.StoppedClock;
import io.rowandb.schema.table.Comment;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client whose clock is ahead of the servers' writes a detail alone, a while after its record: by
 * the servers' clock it would be older than the record, and hidden.
 */
@OnBackEnd
@Tag("tables")
class DetailsOfClocksAheadTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration AHEAD = Duration.ofMinutes(10);

  record Post(int id, String title, List<Comment> comments) {}

  private static TableDesign<Post> posts(boolean isWide) {
    String name = BackEnd.newTableName("ahead");
    return TableDesign.of(name, Post.class)
        .key(key -> key.part(Post::id))
        .family("f")
        .family("c")
        .column(Post::title, "f:t")
        .details(
            Post::comments,
            isWide ? DetailLayout.wide("c") : DetailLayout.tall(name + "_comments"),
            Comment.design())
        .marked()
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsWrittenAloneIsSeen(boolean isWide, Connection connection) throws IOException {
    TableDesign<Post> design = posts(isWide);
    RecordTable.create(connection, design).close();
    StoppedClock clock = new StoppedClock();
    clock.pass(AHEAD);
    IndexSettings settings = new IndexSettings(clock, HOUR, Duration.ofNanos(1));
    try (RecordTable<Post> table = RecordTable.open(connection, design, settings)) {
      table.put(new Post(1, "first", List.of(new Comment(1, "old"), new Comment(2, "old"))));
      clock.pass(AHEAD.minusMinutes(1));
      Details<Comment> comments = table.details(Post::comments, Comment.class, 1);
      comments.put(new Comment(1, "new"));
      comments.put(new Comment(3, "new"));
      assertThat(comments.remove(new Comment(2, "old"))).isTrue();
      comments.put(new Comment(2, "new"));
      assertThat(table.get(1).orElseThrow().comments())
          .containsExactly(new Comment(1, "new"), new Comment(2, "new"), new Comment(3, "new"));
    }
  }
}
