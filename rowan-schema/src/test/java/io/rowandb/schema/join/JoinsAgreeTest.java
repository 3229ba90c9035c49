package io.rowandb.schema.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.join.JoinRows.Author;
import io.rowandb.schema.join.JoinRows.Post;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both joins of two tables give what a loop in a loop over their lists gives. */
@OnBackEnd
class JoinsAgreeTest {
  private static final int ROUNDS = 60;

  /** The last has no form in the key: no author can have it. */
  private static final List<String> NAMES =
      List.of("", "a", "ab", "abc", "b\u00E9", "z", "much too long");

  private RecordTable<Post> posts;
  private RecordTable<Author> authors;

  @BeforeEach
  void create(Connection connection) throws IOException {
    posts = RecordTable.create(connection, JoinRows.posts());
    authors = RecordTable.create(connection, JoinRows.authors());
  }

  @AfterEach
  void close() throws IOException {
    posts.close();
    authors.close();
  }

  @Test
  void bothGiveTheRowsOfANestedLoop() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(round);
      List<Post> left = posts(round, random);
      List<Author> right = authors(round, random);
      posts.putAll(left);
      authors.putAll(right);
      for (boolean outer : new boolean[] {false, true}) {
        check(round, outer, 1 + random.nextInt(7), left, right);
      }
    }
  }

  private void check(int round, boolean outer, int batch, List<Post> left, List<Author> right)
      throws IOException {
    Join<Post, Author> join =
        Join.of(posts.where(Post::round).is(round), authors)
            .on(Post::round)
            .is(Author::round)
            .on(Post::author)
            .is(Author::name)
            .batch(batch);
    join = outer ? join.leftOuter() : join;
    List<String> expected = JoinRows.nestedLoop(left, right, outer);
    assertThat(texts(join.lookup())).as("lookup, seed %d", round).isEqualTo(expected);
    assertThat(texts(join.hash()))
        .as("hash, seed %d", round)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(texts(join.stream()))
        .as("the cheaper, seed %d", round)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> texts(Stream<JoinedPair<Post, Author>> pairs) {
    try (pairs) {
      return pairs.map(JoinRows::text).toList();
    }
  }

  private static List<Post> posts(int round, Random random) {
    List<Post> posts = new ArrayList<>();
    int count = random.nextInt(20);
    for (int id = 0; id < count; id++) {
      String author = random.nextInt(6) == 0 ? null : NAMES.get(random.nextInt(NAMES.size()));
      posts.add(new Post(round, id, author, null));
    }
    return posts;
  }

  /** Some of the names, and sometimes none at all, which is a name that nothing is equal to. */
  private static List<Author> authors(int round, Random random) {
    List<String> names = new ArrayList<>(NAMES.subList(0, NAMES.size() - 1));
    names.add(null);
    Collections.shuffle(names, random);
    List<Author> authors = new ArrayList<>();
    for (String name : names.subList(0, random.nextInt(names.size()))) {
      authors.add(new Author(round, name, random.nextLong(), null));
    }
    return authors;
  }
}
