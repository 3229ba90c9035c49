package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records are read by the design that the table keeps, without the class of the record. */
@OnBackEnd
class NotedDesignsTest {
  enum Kind {
    NEWS,
    BLOG
  }

  record Post(
      String site,
      Instant time,
      long id,
      Kind kind,
      int score,
      String author,
      String editor,
      long likes,
      List<Note> notes,
      List<Tag> tags) {}

  record Note(int number, String text) {}

  record Tag(String name, Integer weight) {}

  private Connection connection;
  private final String name = BackEnd.newTableName("posts");
  private TableDesign<Post> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design =
        TableDesign.of(name, Post.class)
            .key(key -> key.literal("P-").salt(3).part(Post::site).part(Post::time).part(Post::id))
            .family("p")
            .family("e")
            .column(Post::kind, "p:k")
            .column(Post::score, "p:s")
            .packed(
                "p:m",
                packed ->
                    packed.field(1, Post::author).fieldWithDefault(2, Post::editor).of("nobody"))
            .counter(Post::likes, "p:l")
            .details(
                Post::notes,
                DetailLayout.tall(name + "_notes"),
                DetailDesign.of(Note.class)
                    .key(key -> key.part(Note::number))
                    .cell(Note::text, "t")
                    .build())
            .details(
                Post::tags,
                DetailLayout.wide("e"),
                DetailDesign.of(Tag.class)
                    .key(key -> key.literal("t").part(Tag::name))
                    .packed(packed -> packed.field(1, Tag::weight))
                    .build())
            .index("byScore", index -> index.on(key -> key.part(Post::score)).covering(Post::kind))
            .index("byId", index -> index.on(key -> key.part(Post::id)).unique())
            .index(
                "byPerson",
                index ->
                    index
                        .on(key -> key.part(Post::author))
                        .anyOf(Post::author, Post::editor)
                        .inTableOfRecords("I-", "e"))
            .index(
                "ofNews",
                index ->
                    index
                        .on(key -> key.part(Post::time))
                        .only("news", post -> post.kind() == Kind.NEWS))
            .build();
  }

  private static Post post(int i, Random random) {
    return new Post(
        "site" + i % 3,
        Instant.ofEpochMilli(1_790_000_000_000L + i),
        i,
        random.nextInt(4) == 0 ? null : Kind.values()[random.nextInt(2)],
        random.nextInt(4),
        random.nextInt(4) == 0 ? null : "p" + random.nextInt(4),
        "p" + random.nextInt(4),
        0,
        IntStream.range(0, random.nextInt(3)).mapToObj(n -> new Note(n, "n" + n)).toList(),
        IntStream.range(0, random.nextInt(3)).mapToObj(n -> new Tag("t" + n, n)).toList());
  }

  private TableDesign<NamedValues> noted(String table) throws IOException {
    List<TableDesign<NamedValues>> designs = NotedDesigns.of(connection, TableName.valueOf(table));
    assertThat(designs).hasSize(1);
    return designs.get(0);
  }

  @Test
  @org.junit.jupiter.api.Tag("slow")
  void whatItReadsIsWhatWasWritten() throws IOException {
    Random random = new Random(5);
    List<Post> posts = IntStream.range(0, 40).mapToObj(i -> post(i, random)).toList();
    try (RecordTable<Post> table = RecordTable.create(connection, design)) {
      table.putAll(posts);
      table.increment(Post::likes, 7, "site1", posts.get(1).time(), 1L);
    }
    TableDesign<NamedValues> kept = noted(name);
    assertThat(kept.isMarked()).isTrue();
    try (RecordTable<NamedValues> table = RecordTable.open(connection, kept)) {
      List<NamedValues> all = table.all().allowFullScan().list();
      assertThat(all).hasSize(posts.size());
      for (NamedValues each : all) {
        Post post = posts.get(((Long) each.get("id").orElseThrow()).intValue());
        assertThat(each.get("site")).contains(post.site());
        assertThat(each.get("kind")).isEqualTo(text(post.kind()));
        assertThat(each.get("score")).contains(post.score());
        assertThat(each.get("author").map(Object::toString).orElse(null)).isEqualTo(post.author());
        assertThat(each.get("editor")).contains(post.editor());
        assertThat(each.get("likes")).contains(post.id() == 1 ? 7L : 0L);
        assertThat(maps(each, "notes"))
            .isEqualTo(
                post.notes().stream()
                    .map(note -> Map.of("number", note.number(), "text", note.text()))
                    .toList());
        assertThat(maps(each, "tags"))
            .isEqualTo(
                post.tags().stream()
                    .map(tag -> Map.of("name", tag.name(), "weight", tag.weight()))
                    .toList());
      }
      for (int score = 0; score < 4; score++) {
        int wanted = score;
        assertThat(found(table, "score", score))
            .isEqualTo(ids(posts, post -> post.score() == wanted));
      }
      assertThat(found(table, "id", 17L)).isEqualTo(List.of(17L));
      assertThat(found(table, "author", "p2"))
          .isEqualTo(ids(posts, post -> "p2".equals(post.author())));
      assertThatThrownBy(() -> table.byIndex("ofNews").limit(3).list())
          .as("which records it is of, only the program knows")
          .hasMessageContaining("ofNews");
    }
  }

  private static Optional<Object> text(Kind kind) {
    return Optional.ofNullable(kind).map(Kind::name);
  }

  private static List<Map<String, Object>> maps(NamedValues of, String field) {
    return ((List<?>) of.get(field).orElseThrow())
        .stream().map(each -> ((NamedValues) each).toMap()).toList();
  }

  private static List<Long> ids(List<Post> posts, Predicate<Post> wanted) {
    return posts.stream().filter(wanted).map(Post::id).toList();
  }

  private static List<Long> found(RecordTable<NamedValues> table, String field, Object value) {
    try {
      RecordQuery<NamedValues> query =
          table.all().where(table.design().shape().component(field), new Condition.Equal(value));
      return query.list().stream()
          .map(each -> (Long) each.get("id").orElseThrow())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The other tables tell whose entries and details they have. */
  @Test
  void tablesOfEntriesAndDetails() throws IOException {
    RecordTable.create(connection, design).close();
    for (String other : List.of("_byScore", "_byId", "_ofNews", "_notes")) {
      assertThat(noted(name + other).name().getNameAsString()).isEqualTo(name);
    }
  }

  @Test
  void nothingIsWrittenByIt() throws IOException {
    try (RecordTable<Post> declared = RecordTable.create(connection, design)) {
      declared.put(post(1, new Random(1)));
    }
    try (RecordTable<NamedValues> table = RecordTable.open(connection, noted(name))) {
      NamedValues record = table.all().limit(1).list().get(0);
      assertThatThrownBy(() -> table.put(record)).hasMessageContaining("a program declares");
      assertThatThrownBy(() -> table.delete(record)).hasMessageContaining("a program declares");
      assertThatThrownBy(() -> table.putAll(List.of(record)))
          .hasMessageContaining("a program declares");
      assertThatThrownBy(() -> table.load(Stream.of(record)))
          .hasMessageContaining("a program declares");
      assertThatThrownBy(() -> table.repairIndex("byScore"))
          .hasMessageContaining("a program declares");
      assertThat(table.all().limit(5).list()).hasSize(1);
    }
    assertThatThrownBy(() -> RecordTable.declare(connection, noted(name)))
        .hasMessageContaining("a program declares");
    assertThatThrownBy(() -> RecordTable.create(connection, noted(name)))
        .hasMessageContaining("a program declares");
  }

  @Test
  void aTableThatKeepsNone() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
    }
    assertThat(NotedDesigns.of(connection, TableName.valueOf(name))).isEmpty();
    assertThat(NotedDesigns.of(connection, TableName.valueOf("nowhere"))).isEmpty();
  }
}
