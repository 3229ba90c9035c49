package io.rowandb.systems.forum;

import static io.rowandb.systems.forum.ModelForum.all;
import static io.rowandb.systems.forum.ModelForum.comment;
import static io.rowandb.systems.forum.ModelForum.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fifty thousand comments of one post; some hundred on a cluster, which is slower. */
@OnBackEnd
class LargePostTest {
  private static final int COMMENTS = BackEnd.isHBase() ? 600 : 50_000;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void fiftyThousandCommentsArePagedBothWays(CommentLayout layout, Connection connection)
      throws IOException {
    try (Forum forum = Forum.open(connection, ForumTables.Designs.named("forum_large"))) {
      forum.publish(post("p"), layout);
      List<Comment> part = new ArrayList<>();
      for (int i = 0; i < COMMENTS; i++) {
        // Ten of each millisecond, their ids in the order of their numbers.
        part.add(comment(id(i), i % 10 == 0 ? null : id(i - 1), i / 10));
        if (part.size() == Math.min(1_000, COMMENTS)) {
          forum.commentAll("p", part);
          part.clear();
        }
      }
      assertThat(forum.count("p")).hasValue(COMMENTS);
      List<String> ids = IntStream.range(0, COMMENTS).mapToObj(LargePostTest::id).toList();
      assertThat(ids(all(1_000, (size, token) -> forum.oldest("p", size, token)))).isEqualTo(ids);
      List<ThreadComment> thread = all(1_000, (size, token) -> forum.thread("p", size, token));
      assertThat(ids(thread.stream().map(ThreadComment::comment).toList())).isEqualTo(ids);
      assertThat(thread.get(COMMENTS - 1).depth()).isEqualTo(9);
      List<String> newest = new ArrayList<>(ids);
      Collections.reverse(newest);
      assertThat(ids(all(1_000, (size, token) -> forum.newest("p", size, token))))
          .isEqualTo(newest);
    }
  }

  @AfterEach
  void drop(Connection connection) throws IOException {
    BackEnd.drop(connection, "forum_large");
  }

  private static List<String> ids(List<Comment> comments) {
    return comments.stream().map(Comment::id).toList();
  }

  private static String id(int number) {
    return Integer.toString(100_000 + number);
  }
}
