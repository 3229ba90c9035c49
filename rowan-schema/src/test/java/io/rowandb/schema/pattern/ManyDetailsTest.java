package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** F178, F243: comments of one post by the ten thousand, which nothing holds at once. */
@OnBackEnd
@Tag("slow")
class ManyDetailsTest {
  private static final int COUNT = 50_000;
  private static final int PAGE = 1_000;

  @ParameterizedTest
  @EnumSource(names = {"WIDE_PACKED", "WIDE_NAMED", "TALL_PACKED"})
  void theyAreWrittenAndPaged(Layout layout, Connection connection) throws IOException {
    try (RecordTable<Post> posts =
        RecordTable.create(connection, layout.posts(BackEnd.newTableName("many")))) {
      Details<Comment> comments = posts.details(Post::comments, Comment.class, "p");
      Iterable<Comment> all =
          () -> IntStream.range(0, COUNT).mapToObj(i -> comment(i, i)).iterator();
      comments.putAll(all);
      int next = COUNT;
      Optional<String> token = Optional.empty();
      do {
        Page<Comment> page =
            token.isEmpty() ? comments.page(PAGE) : comments.page(PAGE, token.get());
        for (Comment each : page.records()) {
          next--;
          assertThat(each).isEqualTo(comment(next, next));
        }
        token = page.next();
      } while (token.isPresent());
      assertThat(next).isZero();
      try (Stream<Comment> stream = comments.stream()) {
        assertThat(stream.count()).isEqualTo(COUNT);
      }
    }
  }
}
