package io.rowandb.schema.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.join.JoinRows.Author;
import io.rowandb.schema.join.JoinRows.Post;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Joins read no more than is taken from them, and close what they opened. */
@OnBackEnd
class JoinResourcesTest {
  private static final int ROWS = 50;
  private static final int NO_LIMIT = -1;

  private final Set<Object> open = new HashSet<>();
  private int gets;
  private final List<Integer> rowsOfScans = new ArrayList<>();
  private RecordTable<Post> posts;
  private RecordTable<Author> authors;

  @BeforeEach
  void create(Connection connection) throws IOException {
    Connection watched = watched(Connection.class, connection);
    posts = RecordTable.create(watched, JoinRows.posts());
    authors = RecordTable.create(watched, JoinRows.authors());
    posts.putAll(IntStream.range(0, ROWS).mapToObj(id -> new Post(0, id, "a" + id, null)).toList());
    authors.putAll(
        IntStream.range(0, ROWS).mapToObj(id -> new Author(0, "a" + id, id, null)).toList());
  }

  @AfterEach
  void close() throws IOException {
    posts.close();
    authors.close();
  }

  private <T> T watched(Class<T> type, T target) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          Object result = call(target, method, arguments);
          if (result instanceof Table table) {
            return watched(Table.class, table);
          }
          if (result instanceof ResultScanner scanner) {
            rowsOfScans.add(((Scan) arguments[0]).getLimit());
            open.add(scanner);
            return watched(ResultScanner.class, scanner);
          }
          if (target instanceof ResultScanner && method.getName().equals("close")) {
            open.remove(target);
          }
          gets += target instanceof Table && method.getName().equals("get") ? 1 : 0;
          return result;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Join<Post, Author> join() {
    return Join.of(posts.where(Post::round).is(0), authors)
        .on(Post::round)
        .is(Author::round)
        .on(Post::author)
        .is(Author::name);
  }

  @Test
  void aLookupJoinGetsNoMoreThanIsTaken() throws IOException {
    try (Stream<JoinedPair<Post, Author>> pairs = join().batch(5).lookup()) {
      assertThat(pairs.limit(7).toList()).hasSize(7);
      assertThat(gets).isEqualTo(2);
      assertThat(open).hasSize(1);
    }
    assertThat(open).isEmpty();
  }

  @Test
  void aHashJoinClosesBothSides() throws IOException {
    try (Stream<JoinedPair<Post, Author>> pairs = join().hash()) {
      assertThat(open).isEmpty(); // nothing was taken
      assertThat(pairs.findFirst()).isPresent();
    }
    assertThat(open).isEmpty();
    try (Stream<JoinedPair<Post, Author>> pairs = join().mapAtMost(3).hash()) {
      assertThat(pairs.iterator()).isNotNull();
    }
    assertThat(open).isEmpty();
  }

  @Test
  void countingClosesWhatItCounted() throws IOException {
    assertThat(join().countUpTo(3).explain().certain()).isFalse();
    assertThat(open).isEmpty();
  }

  private List<String> streamed(Join<Post, Author> join) throws IOException {
    rowsOfScans.clear();
    gets = 0;
    try (Stream<JoinedPair<Post, Author>> pairs = join.stream()) {
      return pairs.map(JoinRows::text).toList();
    } finally {
      assertThat(open).isEmpty();
    }
  }

  /** Three left records: lookups cost as much as thirty rows, and the right side has more. */
  @Test
  void aChoiceReadsNoMoreOfTheRightSideThanTheLookupsCost() throws IOException {
    Join<Post, Author> few =
        Join.of(posts.where(Post::round).is(0).before(Post::id, 3L), authors)
            .on(Post::round)
            .is(Author::round)
            .on(Post::author)
            .is(Author::name);
    assertThat(streamed(few)).hasSize(3);
    assertThat(rowsOfScans).containsExactly(NO_LIMIT, 31);
    assertThat(gets).isEqualTo(1);
  }

  @Test
  void aSmallRightSideIsReadOnceAndHashed() throws IOException {
    assertThat(streamed(join())).hasSize(ROWS);
    assertThat(rowsOfScans).containsExactly(NO_LIMIT, 10 * ROWS + 1);
    assertThat(gets).isZero();
  }

  @Test
  void aChoiceKeepsToItsBounds() throws IOException {
    assertThat(streamed(join().countUpTo(20))).hasSize(ROWS);
    assertThat(rowsOfScans).containsExactly(NO_LIMIT, 21); // of two left records
    assertThat(gets).isEqualTo(1);
    assertThat(streamed(join().mapAtMost(7))).hasSize(ROWS);
    assertThat(rowsOfScans).containsExactly(NO_LIMIT, 8);
    assertThat(gets).isEqualTo(1);
  }

  @Test
  void givenSizesAreNotCounted() throws IOException {
    assertThat(streamed(join().sizes(1, 1_000_000))).hasSize(ROWS);
    assertThat(rowsOfScans).containsExactly(NO_LIMIT);
    assertThat(gets).isEqualTo(1);
    assertThat(streamed(join().sizes(1_000_000, 10))).hasSize(ROWS);
    assertThat(rowsOfScans).containsExactly(NO_LIMIT, NO_LIMIT);
    assertThat(gets).isZero();
  }

  @Test
  void ofNoLeftRecordNothingElseIsRead() throws IOException {
    Join<Post, Author> none =
        Join.of(posts.where(Post::round).is(1), authors)
            .on(Post::round)
            .is(Author::round)
            .on(Post::author)
            .is(Author::name);
    assertThat(streamed(none)).isEmpty();
    assertThat(rowsOfScans).hasSize(1);
    assertThat(gets).isZero();
  }
}
