package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** Records without any value but their key, in tables with a column that has no qualifier. */
@OnBackEnd
class RowWithoutFieldsTest {
  record Note(String id, String text) {}

  record Visits(String page, long count) {}

  record Comment(int id, String text) {}

  record Post(String id, List<Comment> comments) {}

  private static final Note EMPTY = new Note("a", null);

  private static RecordTable<Note> notes(Connection connection) throws IOException {
    return RecordTable.create(
        connection,
        TableDesign.of(BackEnd.newTableName("notes"), Note.class)
            .key(key -> key.part(Note::id, Parts.textToEnd()))
            .family("t")
            .column(Note::text, "t:")
            .build());
  }

  @Test
  void itIsThereAfterAPut(Connection connection) throws IOException {
    try (RecordTable<Note> notes = notes(connection)) {
      notes.put(EMPTY);
      assertThat(notes.get("a")).contains(EMPTY);
      notes.put(new Note("a", "text"));
      notes.put(EMPTY);
      assertThat(notes.get("a")).contains(EMPTY);
    }
  }

  @Test
  void itIsThereAfterALoad(Connection connection) throws IOException {
    try (RecordTable<Note> notes = notes(connection)) {
      notes.load(Stream.of(EMPTY));
      assertThat(notes.get("a")).contains(EMPTY);
    }
  }

  /** Where deletes go by the order of writes, the empty qualifier is not to be used. */
  @Test
  void itIsNoDetail(Connection connection) throws IOException {
    TableDesign<Post> design =
        posts().family("c", family -> family.setNewVersionBehavior(true)).family("o").build();
    try (RecordTable<Post> posts = RecordTable.create(connection, design)) {
      posts.put(new Post("p", List.of()));
      assertThat(posts.get("p")).contains(new Post("p", List.of()));
    }
  }

  private static TableDesignBuilder<Post> posts() {
    return TableDesign.of(BackEnd.newTableName("posts"), Post.class)
        .key(key -> key.part(Post::id))
        .details(
            Post::comments,
            DetailLayout.wide("c"),
            DetailDesign.of(Comment.class)
                .key(key -> key.part(Comment::id))
                .packed(packed -> packed.field(1, Comment::text))
                .build());
  }

  @Test
  void aCounterBeginsAtZero(Connection connection) throws IOException {
    TableDesign<Visits> design =
        TableDesign.of(BackEnd.newTableName("visits"), Visits.class)
            .key(key -> key.part(Visits::page, Parts.textToEnd()))
            .family("v")
            .counter(Visits::count, "v:")
            .build();
    try (RecordTable<Visits> visits = RecordTable.create(connection, design)) {
      visits.put(new Visits("p", 0));
      assertThat(visits.get("p")).contains(new Visits("p", 0));
      assertThat(visits.increment(Visits::count, 2, "p")).isEqualTo(2);
    }
  }
}
