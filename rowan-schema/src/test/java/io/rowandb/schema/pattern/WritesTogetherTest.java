package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fields, counters and details of one record, changed as one. */
@OnBackEnd
class WritesTogetherTest {
  private static final int THREADS = 8;
  private static final int OF_A_THREAD = BackEnd.isHBase() ? 10 : 100;

  record Reply(int number, String text, String mood) {}

  record Vote(String voter, int stars) {}

  record Post(
      String id,
      String title,
      String tag,
      String slug,
      long version,
      long edits,
      long likes,
      List<Reply> replies,
      Map<String, Vote> votes) {
    static Post of(String id, String title, String tag) {
      return new Post(id, title, tag, id + "-slug", 0, 0, 0, List.of(), Map.of());
    }
  }

  private final Connection connection;
  private TableDesign<Post> design;

  WritesTogetherTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    design =
        TableDesign.of(BackEnd.newTableName("posts"), Post.class)
            .key(key -> key.part(Post::id))
            .family("f")
            .family("r")
            .family("v")
            .column(Post::title, "f:t")
            .column(Post::tag, "f:g")
            .column(Post::slug, "f:s")
            .column(Post::version, "f:n")
            .counter(Post::edits, "f:e")
            .counter(Post::likes, "f:l")
            .details(
                Post::replies,
                DetailLayout.wide("r"),
                DetailDesign.of(Reply.class)
                    .key(key -> key.part(Reply::number))
                    .cell(Reply::text, "t")
                    .cell(Reply::mood, "m")
                    .build())
            .details(
                Post::votes,
                Vote::voter,
                DetailLayout.wide("v"),
                DetailDesign.of(Vote.class)
                    .key(key -> key.part(Vote::voter))
                    .cell(Vote::stars, "s")
                    .build())
            .version(Post::version)
            .index("byTag", index -> index.on(key -> key.part(Post::tag)).covering(Post::title))
            .index("bySlug", index -> index.on(key -> key.part(Post::slug)).unique())
            .build();
    RecordTable.create(connection, design).close();
  }

  private RecordTable<Post> open() throws IOException {
    return RecordTable.open(connection, design);
  }

  private void assertClean() throws IOException {
    try (RecordTable<Post> table = open()) {
      assertThat(table.verifyIndexes(List.of("byTag", "bySlug")).values())
          .allMatch(report -> report.missing() == 0 && report.conflicts() == 0);
    }
  }

  @Test
  void allOfItIsThere() throws IOException {
    try (RecordTable<Post> table = open()) {
      table.put(Post.of("p", "old", "red"));
      table.increment(Post::likes, 5, "p");
      table.details(Post::replies, Reply.class, "p").put(new Reply(2, "second", "sad"));
      assertThat(
              table
                  .together("p")
                  .set(Post::title)
                  .to("new")
                  .set(Post::tag)
                  .to("blue")
                  .increment(Post::edits, 1)
                  .increment(Post::likes, 2)
                  .increment(Post::likes, -1)
                  .add(Post::replies, new Reply(1, "first", null))
                  .add(Post::replies, new Reply(2, "again", null))
                  .addToMap(Post::votes, new Vote("ada", 4))
                  .run())
          .isTrue();
      Post expected =
          new Post(
              "p",
              "new",
              "blue",
              "p-slug",
              1,
              1,
              6,
              List.of(new Reply(1, "first", null), new Reply(2, "again", null)),
              Map.of("ada", new Vote("ada", 4)));
      assertThat(table.get("p")).contains(expected);
      assertThat(table.where(Post::tag).is("red").list()).isEmpty();
      assertThat(table.where(Post::tag).is("blue").list()).containsExactly(expected);
      assertThat(table.where(Post::slug).is("p-slug").list()).containsExactly(expected);
      assertThat(table.together("p").increment(Post::likes, 1).run()).isTrue();
      assertThat(table.get("p").orElseThrow().likes()).isEqualTo(7);
      assertThat(table.get("p").orElseThrow().replies()).isEqualTo(expected.replies());
    }
    assertClean();
  }

  @Test
  void withoutARecordOrAgainstTheConditionNothingIsDone() throws IOException {
    try (RecordTable<Post> table = open()) {
      assertThat(table.together("p").increment(Post::likes, 1).run()).isFalse();
      assertThat(table.all().allowFullScan().list()).isEmpty();
      table.put(Post.of("p", "old", "red"));
      assertThat(
              table
                  .together("p")
                  .onlyIf(there -> there.title().equals("old"))
                  .onlyIf(there -> there.tag().equals("blue"))
                  .set(Post::title)
                  .to("new")
                  .increment(Post::likes, 1)
                  .run())
          .isFalse();
      assertThat(table.get("p")).contains(Post.of("p", "old", "red"));
    }
  }

  @Test
  void aUniqueValueOfAnotherRefusesAllOfIt() throws IOException {
    try (RecordTable<Post> table = open()) {
      table.put(Post.of("p", "old", "red"));
      table.put(Post.of("q", "old", "red"));
      assertThatThrownBy(
              () ->
                  table
                      .together("p")
                      .set(Post::slug)
                      .to("q-slug")
                      .increment(Post::likes, 1)
                      .add(Post::replies, new Reply(1, "x", null))
                      .run())
          .isInstanceOf(UniqueViolationException.class);
      assertThat(table.get("p")).contains(Post.of("p", "old", "red"));
    }
    assertClean();
  }

  record Tall(String id, String title, List<Reply> replies) {}

  record Bare(String id, String title) {}

  @Test
  void whatIsNotInTheRowIsRefusedBeforeAnythingIsDone() throws IOException {
    try (RecordTable<Post> table = open()) {
      table.put(Post.of("p", "old", "red"));
      assertThatThrownBy(() -> table.together("p").run())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no change");
      assertThatThrownBy(
              () -> table.together("p").increment(Post::likes, 1).set(Post::edits).to(4L).run())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.edits is a counter");
      assertThatThrownBy(
              () -> table.together("p").increment(Post::likes, 1).set(Post::id).to("q").run())
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> table.together("p").increment(Post::version, 1).run())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.version is not declared as a counter");
      assertThatThrownBy(
              () ->
                  table
                      .together("p")
                      .increment(Post::likes, 1)
                      .add(Post::replies, new Reply(1, "\uD800", null))
                      .run())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.replies");
      assertThatThrownBy(() -> table.together("p").add(Post::replies, null).run())
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(table.get("p")).contains(Post.of("p", "old", "red"));
    }
    String name = BackEnd.newTableName("tall");
    TableDesign<Tall> tall =
        TableDesign.of(name, Tall.class)
            .key(key -> key.part(Tall::id))
            .family("f")
            .column(Tall::title, "f:t")
            .details(
                Tall::replies,
                DetailLayout.tall(name + "_replies"),
                DetailDesign.of(Reply.class)
                    .key(key -> key.part(Reply::number))
                    .cell(Reply::text, "t")
                    .cell(Reply::mood, "m")
                    .build())
            .build();
    try (RecordTable<Tall> table = RecordTable.create(connection, tall)) {
      assertThatThrownBy(
              () -> table.together("p").add(Tall::replies, new Reply(1, "x", null)).run())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Tall.replies is in rows of its own");
    }
    TableDesign<Bare> bare =
        TableDesign.of(BackEnd.newTableName("bare"), Bare.class)
            .key(key -> key.part(Bare::id))
            .family("f")
            .column(Bare::title, "f:t")
            .build();
    try (RecordTable<Bare> table = RecordTable.create(connection, bare)) {
      assertThatThrownBy(() -> table.together("p").set(Bare::title).to("x").run())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("marked()");
    }
  }

  @Test
  void whatIsGivenInPartIsRefused() throws IOException {
    try (RecordTable<Post> table = open()) {
      table.put(Post.of("p", "old", "red"));
      RecordChanges<Post> changes = table.together("p").increment(Post::likes, 1);
      changes.set(Post::title); // and no value
      assertThatThrownBy(changes::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.title is to be set, and no value is given");
      assertThatThrownBy(
              () ->
                  table
                      .together("p")
                      .increment(Post::likes, Long.MAX_VALUE)
                      .increment(Post::likes, 2)
                      .run())
          .isInstanceOf(ArithmeticException.class)
          .hasMessageContaining("9223372036854775807 and 2 are added to Post.likes");
      assertThat(table.get("p")).contains(Post.of("p", "old", "red"));
    }
  }

  /** The deletion of a client whose clock is ahead hides what has an earlier time. */
  @Test
  void countsAreBehindADeletionOfAClockAhead() throws IOException {
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
    try (RecordTable<Post> ahead =
            RecordTable.open(connection, design, new IndexSettings(later, Duration.ofHours(1)));
        RecordTable<Post> table = open()) {
      ahead.put(Post.of("p", "old", "red"));
      ahead.increment(Post::likes, 7, "p");
      ahead.delete(Post.of("p", "old", "red"));
      table.put(Post.of("p", "old", "red"));
      for (int i = 1; i <= 2; i++) {
        assertThat(
                table
                    .together("p")
                    .set(Post::title)
                    .to("new")
                    .increment(Post::likes, 5)
                    .add(Post::replies, new Reply(i, "text", null))
                    .run())
            .isTrue();
        Post there = table.get("p").orElseThrow();
        assertThat(there.title()).isEqualTo("new");
        assertThat(there.replies()).hasSize(i);
        assertThat(there.likes()).isEqualTo(5L * i);
      }
    }
  }

  /** HBase's client sends a call again of which no answer came. */
  @Test
  void aCallThatIsExecutedTwiceCountsOnce() throws IOException {
    try (RecordTable<Post> table = open()) {
      table.put(Post.of("p", "old", "red"));
    }
    Connection twice =
        WatchedConnection.of(
            connection,
            call -> {
              if (call.name().equals("checkAndMutate")) {
                call.make();
              }
              return call.make();
            });
    try (RecordTable<Post> table = RecordTable.open(twice, design)) {
      for (int i = 1; i <= 5; i++) {
        assertThat(
                table
                    .together("p")
                    .increment(Post::likes, 1)
                    .add(Post::replies, new Reply(i, "text", null))
                    .run())
            .isTrue();
      }
    }
    try (RecordTable<Post> table = open()) {
      Post post = table.get("p").orElseThrow();
      assertThat(post.likes()).isEqualTo(5);
      assertThat(post.version()).isEqualTo(5);
      assertThat(post.replies()).hasSize(5);
    }
    assertClean();
  }

  /** The client dies at each of its calls, before it is made and behind it. */
  @Test
  void whereverAClientDiesAllOfItIsThereOrNothing() throws IOException {
    int done = 0;
    int undone = 0;
    for (int death = 1; death <= 12; death++) {
      for (boolean isBefore : List.of(true, false)) {
        String id = "p" + death + isBefore;
        try (RecordTable<Post> table = open()) {
          table.put(Post.of(id, "old", "red"));
        }
        AtomicInteger left = new AtomicInteger(death);
        Connection dying =
            WatchedConnection.of(
                connection,
                call -> {
                  int rest = left.decrementAndGet();
                  if (rest < 0 || (rest == 0 && isBefore)) {
                    throw new IOException("dead");
                  }
                  Object answer = call.make();
                  if (rest == 0) {
                    throw new IOException("dead");
                  }
                  return answer;
                });
        try (RecordTable<Post> table = RecordTable.open(dying, design)) {
          table
              .together(id)
              .set(Post::tag)
              .to("blue" + id)
              .increment(Post::likes, 1)
              .add(Post::replies, new Reply(1, "first", null))
              .run();
        } catch (IOException e) {
          assertThat(e).hasStackTraceContaining("dead");
        }
        try (RecordTable<Post> table = open()) {
          Post there = table.get(id).orElseThrow();
          boolean isDone = there.likes() == 1;
          assertThat(there.tag()).isEqualTo(isDone ? "blue" + id : "red");
          assertThat(there.replies()).hasSize(isDone ? 1 : 0);
          assertThat(there.version()).isEqualTo(isDone ? 1 : 0);
          assertThat(table.where(Post::tag).is("blue" + id).list()).hasSize(isDone ? 1 : 0);
          assertThat(table.where(Post::tag).is("red").filter(p -> p.id().equals(id)).list())
              .hasSize(isDone ? 0 : 1);
          done += isDone ? 1 : 0;
          undone += isDone ? 0 : 1;
        }
      }
    }
    assertThat(done).isPositive();
    assertThat(undone).isPositive();
    assertClean();
  }

  @Tag("slow")
  @Test
  void everyOneOfManyCountsAndNoReaderSeesAPart() throws Exception {
    try (RecordTable<Post> table = open()) {
      table.put(Post.of("p", "0", "red"));
    }
    CountDownLatch writing = new CountDownLatch(THREADS);
    List<Callable<Void>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      all.add(() -> writeMany(thread, writing));
    }
    all.add(() -> readMany(writing));
    AllAtOnce.run(all);
    try (RecordTable<Post> table = open()) {
      assertWhole(table.get("p").orElseThrow(), THREADS * OF_A_THREAD);
    }
    assertClean();
  }

  private Void writeMany(int thread, CountDownLatch writing) throws IOException {
    try (RecordTable<Post> table = open()) {
      for (int i = 0; i < OF_A_THREAD; i++) {
        assertThat(
                table
                    .together("p")
                    .change(WritesTogetherTest::retitled)
                    .increment(Post::likes, 1)
                    .add(Post::replies, new Reply(thread * OF_A_THREAD + i, "text", null))
                    .run())
            .isTrue();
      }
    } finally {
      writing.countDown();
    }
    return null;
  }

  private static Post retitled(Post there) {
    return new Post(
        there.id(),
        Integer.toString(Integer.parseInt(there.title()) + 1),
        there.tag(),
        there.slug(),
        there.version(),
        there.edits(),
        there.likes(),
        there.replies(),
        there.votes());
  }

  private Void readMany(CountDownLatch writing) throws IOException {
    try (RecordTable<Post> table = open()) {
      int last = -1;
      while (writing.getCount() > 0) {
        Post post = table.get("p").orElseThrow();
        assertWhole(post, Integer.parseInt(post.title()));
        assertThat(Integer.parseInt(post.title())).isGreaterThanOrEqualTo(last);
        last = Integer.parseInt(post.title());
      }
    }
    return null;
  }

  private static void assertWhole(Post post, int count) {
    assertThat(post.title()).isEqualTo(Integer.toString(count));
    assertThat(post.likes()).isEqualTo(count);
    assertThat(post.version()).isEqualTo(count);
    assertThat(post.replies()).hasSize(count);
  }

  record Shown(String tag, String id, String title, int replies) {}

  @Test
  void viewsHaveWhatTheRecordHas() throws IOException {
    TableDesign<Shown> shown =
        TableDesign.of(BackEnd.newTableName("shown"), Shown.class)
            .key(key -> key.part(Shown::tag).part(Shown::id))
            .family("f")
            .column(Shown::title, "f:t")
            .column(Shown::replies, "f:r")
            .build();
    TableDesign<Post> source =
        TableDesign.of(BackEnd.newTableName("source"), Post.class)
            .key(key -> key.part(Post::id))
            .family("f")
            .family("r")
            .column(Post::title, "f:t")
            .column(Post::tag, "f:g")
            .column(Post::slug, "f:s")
            .column(Post::version, "f:n")
            .counter(Post::edits, "f:e")
            .counter(Post::likes, "f:l")
            .packed("f:v", packed -> packed.field(1, Post::votes))
            .details(
                Post::replies,
                DetailLayout.wide("r"),
                DetailDesign.of(Reply.class)
                    .key(key -> key.part(Reply::number))
                    .cell(Reply::text, "t")
                    .cell(Reply::mood, "m")
                    .build())
            .build();
    View<Post, Shown> view =
        View.of(
            source,
            shown,
            post -> List.of(new Shown(post.tag(), post.id(), post.title(), post.replies().size())));
    try (ViewedTable<Post> table = ViewedTable.openOrCreate(connection, source, view);
        RecordTable<Shown> rows = RecordTable.open(connection, shown)) {
      table.put(Post.of("p", "old", "red"));
      assertThat(
              table
                  .together("p")
                  .set(Post::tag)
                  .to("blue")
                  .increment(Post::likes, 1)
                  .add(Post::replies, new Reply(1, "first", null))
                  .run())
          .isTrue();
      assertThat(rows.all().allowFullScan().list())
          .containsExactly(new Shown("blue", "p", "old", 1));
      assertThat(table.records().get("p").orElseThrow().likes()).isEqualTo(1);
      assertThat(table.verify()).singleElement().matches(ViewCounts::isClean);
    }
  }

  @Test
  void callsThatDoNotWaitDoTheSame(Configuration configuration) throws Exception {
    try (RecordTable<Post> table = open();
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      table.put(Post.of("p", "old", "red"));
      AsyncRecordTable<Post> calls = AsyncRecordTable.open(async, design);
      assertThat(
              calls
                  .together("p")
                  .set(Post::title)
                  .to("new")
                  .increment(Post::likes, 3)
                  .add(Post::replies, new Reply(1, "first", "glad"))
                  .run()
                  .get())
          .isTrue();
      Optional<Post> there = table.get("p");
      assertThat(there.map(Post::title)).contains("new");
      assertThat(there.map(Post::likes)).contains(3L);
      assertThat(there.map(Post::replies)).contains(List.of(new Reply(1, "first", "glad")));
      assertThat(calls.together("q").increment(Post::likes, 3).run().get()).isFalse();
      assertThatThrownBy(() -> calls.together("p").run().get())
          .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }
    assertClean();
  }
}
