package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random changes of records and single details, against a sorted map. */
@OnBackEnd
class DetailHistoryTest {
  private static final int STEPS = 150;
  private static final int NAMES = 3;
  private static final int SECONDS = 4;
  private static final int IDS = 3;

  private static final Comparator<Comment> ORDER =
      Comparator.comparing(Comment::time).reversed().thenComparing(Comment::id);

  /** The comments of each post that there is. */
  private final Map<String, Map<Comment, Comment>> model = new TreeMap<>();

  private Random random;

  private Comment someComment() {
    String text = random.nextInt(3) == 0 ? null : "text " + random.nextInt(1_000);
    return comment(random.nextInt(SECONDS), random.nextInt(IDS), text);
  }

  private static List<Comment> sorted(Map<Comment, Comment> comments) {
    return List.copyOf(comments.values());
  }

  private void put(Map<Comment, Comment> comments, Comment comment) {
    comments.remove(comment);
    comments.put(comment, comment);
  }

  private void step(RecordTable<Post> posts) throws IOException {
    String name = "p".repeat(1 + random.nextInt(NAMES));
    Details<Comment> details = posts.details(Post::comments, Comment.class, name);
    if (!model.containsKey(name) || random.nextInt(3) == 0) {
      Map<Comment, Comment> comments = new TreeMap<>(ORDER);
      Stream.generate(this::someComment)
          .limit(random.nextInt(SECONDS * IDS))
          .forEach(each -> put(comments, each));
      posts.put(new Post(name, "title", new ArrayList<>(comments.values())));
      model.put(name, comments);
    } else if (random.nextInt(8) == 0) {
      posts.delete(new Post(name, null, List.of()));
      model.remove(name);
    } else if (random.nextBoolean()) {
      Comment comment = someComment();
      details.put(comment);
      put(model.get(name), comment);
    } else {
      Comment comment = someComment();
      assertThat(details.remove(comment)).isEqualTo(model.get(name).remove(comment) != null);
    }
  }

  private void check(RecordTable<Post> posts) throws IOException {
    List<Post> expected = new ArrayList<>();
    model.forEach((name, comments) -> expected.add(new Post(name, "title", sorted(comments))));
    assertThat(posts.all().allowFullScan().list()).isEqualTo(expected);
    for (Post post : expected) {
      Details<Comment> details = posts.details(Post::comments, Comment.class, post.name());
      try (Stream<Comment> stream = details.stream()) {
        assertThat(stream.toList()).isEqualTo(post.comments());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachStepIsSeen(Layout layout, Connection connection) throws IOException {
    long seed = Long.getLong("rowan.seed", System.nanoTime());
    System.out.println("seed " + seed + " (repeat with -Drowan.seed=" + seed + ")");
    random = new Random(seed);
    try (RecordTable<Post> posts =
        RecordTable.create(connection, layout.posts(BackEnd.newTableName("history")))) {
      for (int i = 0; i < STEPS; i++) {
        step(posts);
        Milliseconds.pass();
        check(posts);
      }
    }
  }
}
