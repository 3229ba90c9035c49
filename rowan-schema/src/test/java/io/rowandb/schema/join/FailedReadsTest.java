package io.rowandb.schema.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.join.JoinRows.Post;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stream of records that failed shows nothing more: something may have been left out. */
@OnBackEnd
class FailedReadsTest {
  private static final int ROWS = 10;

  /** The name that fails once, or null. */
  private static String failing;

  private RecordTable<Post> posts;
  private RecordTable<Writer> writers;

  /** A record that is not always made. */
  record Writer(String name, long born, List<Note> notes) {
    Writer {
      failOnce(name);
    }
  }

  /** One of several. */
  record Note(String name, String text) {
    Note {
      failOnce(name);
    }
  }

  private static void failOnce(String name) {
    if (name.equals(failing)) {
      failing = null;
      throw new AssertionError("once");
    }
  }

  @BeforeEach
  void create(Connection connection) throws IOException {
    posts = RecordTable.create(connection, JoinRows.posts());
    posts.putAll(IntStream.range(0, ROWS).mapToObj(id -> new Post(0, id, "a" + id, null)).toList());
    String name = BackEnd.newTableName("writers");
    writers =
        RecordTable.create(
            connection,
            TableDesign.of(name, Writer.class)
                .key(key -> key.part(Writer::name, Parts.fixedText(2)))
                .family("f")
                .column(Writer::born, "f:b")
                .details(
                    Writer::notes,
                    DetailLayout.tall(name + "_notes"),
                    DetailDesign.of(Note.class)
                        .key(key -> key.part(Note::name))
                        .cell(Note::text, "t")
                        .build())
                .build());
    List<Note> notes = IntStream.range(0, ROWS).mapToObj(i -> new Note("n" + i, "text")).toList();
    writers.putAll(
        IntStream.range(0, ROWS).mapToObj(id -> new Writer("a" + id, id, notes)).toList());
  }

  @AfterEach
  void close() throws IOException {
    posts.close();
    writers.close();
  }

  @Test
  void records() throws IOException {
    try (Stream<Writer> read = writers.all().allowFullScan().stream()) {
      assertThatItEnds(read, "a3", 3);
    }
  }

  @Test
  void recordsThatAFilterRefusesToJudge() throws IOException {
    try (Stream<Post> read =
        posts
            .where(Post::round)
            .is(0)
            .filter(
                post -> {
                  failOnce(post.author());
                  return true;
                })
            .stream()) {
      assertThatItEnds(read, "a3", 3);
    }
  }

  @Test
  void details() throws IOException {
    try (Stream<Note> read = writers.details(Writer::notes, Note.class, "a1").stream()) {
      assertThatItEnds(read, "n3", 3);
    }
  }

  @Test
  void joins() throws IOException {
    Join<Post, Writer> join =
        Join.of(posts.where(Post::round).is(0), writers).on(Post::author).is(Writer::name);
    try (Stream<JoinedPair<Post, Writer>> read = join.batch(3).lookup()) {
      assertThatItEnds(read, "a4", 3);
    }
    try (Stream<JoinedPair<Post, Writer>> read = join.hash()) {
      assertThatItEnds(read, "a4", 0);
    }
    try (Stream<JoinedPair<Post, Writer>> read = join.batch(3).countUpTo(1).stream()) {
      assertThatItEnds(read, "a4", 3);
    }
  }

  private static void assertThatItEnds(Stream<?> stream, String failsAt, int shown) {
    failing = failsAt;
    Iterator<?> read = stream.iterator();
    for (int i = 0; i < shown; i++) {
      assertThat(read.next()).isNotNull();
    }
    assertThatThrownBy(read::hasNext).hasStackTraceContaining("once");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(read::hasNext)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("an earlier call failed")
          .hasStackTraceContaining("once");
    }
  }
}
