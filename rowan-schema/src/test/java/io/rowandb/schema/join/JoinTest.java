package io.rowandb.schema.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.join.JoinRows.Author;
import io.rowandb.schema.join.JoinRows.Post;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What joins take and refuse, and which of the two is taken for cheaper. */
@OnBackEnd
class JoinTest {
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

  private RecordQuery<Post> all() {
    return posts.all().allowFullScan();
  }

  private Join<Post, Author> byName() {
    return Join.of(all(), authors)
        .on(Post::round)
        .is(Author::round)
        .on(Post::author)
        .is(Author::name);
  }

  private void write(int postCount, int authorCount) throws IOException {
    posts.putAll(
        IntStream.range(0, postCount)
            .mapToObj(id -> new Post(0, id, name(id % 100), new byte[] {(byte) id}))
            .toList());
    authors.putAll(
        IntStream.range(0, authorCount)
            .mapToObj(id -> new Author(0, name(id), id, new byte[] {(byte) (id % 2)}))
            .toList());
  }

  private static String name(int id) {
    return String.format("%03x", id);
  }

  /** Records that were read before, in their order, some of them twice and some without partner. */
  @Test
  void recordsInMemoryAreJoinedAsThoseOfARead() throws IOException {
    write(20, 15);
    List<Post> some = new ArrayList<>(all().list());
    some.add(some.get(3));
    for (Join<Post, Author> join :
        List.of(Join.of(some, authors), Join.of(some, authors).sizes(1_000_000, 1))) {
      Join<Post, Author> byName =
          join.on(Post::round).is(Author::round).on(Post::author).is(Author::name).leftOuter();
      try (Stream<JoinedPair<Post, Author>> pairs = byName.lookup()) {
        List<JoinedPair<Post, Author>> found = pairs.toList();
        assertThat(found).extracting(JoinedPair::left).isEqualTo(some);
        assertThat(found).filteredOn(pair -> pair.right() == null).hasSize(5);
        assertThat(found.get(20).right().name()).isEqualTo(some.get(3).author());
      }
      try (Stream<JoinedPair<Post, Author>> pairs = byName.stream()) {
        assertThat(pairs).hasSize(21);
      }
    }
    Join<Post, Author> none =
        Join.of(List.<Post>of(), authors)
            .on(Post::round)
            .is(Author::round)
            .on(Post::author)
            .is(Author::name);
    assertThat(none.explain().toString()).contains("left: 0 rows, counted");
    assertThat(none.lookup()).isEmpty();
  }

  @Test
  void fewLeftRowsAreLookedUp() throws IOException {
    write(20, 300);
    JoinPlan plan = byName().explain();
    assertThat(plan.cheaper()).isEqualTo(JoinPlan.Kind.LOOKUP);
    assertThat(plan.certain()).isTrue();
    assertThat(plan.lookup()).contains(new JoinCost(20, 1, 20, 1, /* atLeast= */ false));
    assertThat(plan.hash()).contains(new JoinCost(320, 2, 0, 0, /* atLeast= */ false));
    assertThat(plan.toString())
        .contains("left: 20 rows, counted")
        .contains("right: 300 rows, counted")
        .contains("lookup join: 20 rows of scans in 1 call, 20 rows by key in 1 call")
        .contains("hash join: 320 rows of scans in 2 calls")
        .contains("cheaper: lookup join, since 20 rows got by key cost as much as 200 of a scan");
  }

  @Test
  void manyLeftRowsAreHashed() throws IOException {
    write(300, 20);
    JoinPlan plan = byName().batch(50).explain();
    assertThat(plan.cheaper()).isEqualTo(JoinPlan.Kind.HASH);
    assertThat(plan.certain()).isTrue();
    assertThat(plan.lookup()).contains(new JoinCost(300, 1, 300, 6, /* atLeast= */ false));
    assertThat(plan.toString())
        .contains("cheaper: hash join, since 300 rows got by key cost as much as 3000 of a scan");
  }

  @Test
  void aSideIsNotCountedFurtherThanAllowed() throws IOException {
    write(300, 300);
    assertThat(byName().countUpTo(50).explain().toString())
        .contains("left: more than 50 rows, counted")
        .contains("at least 100 rows of scans")
        .contains("neither is surely cheaper");
    assertThat(byName().countUpTo(50).explain().certain()).isFalse();
    JoinPlan few =
        Join.of(posts.where(Post::round).is(0).limit(4), authors)
            .on(Post::round)
            .is(Author::round)
            .on(Post::author)
            .is(Author::name)
            .countUpTo(50)
            .explain();
    assertThat(few.cheaper()).isEqualTo(JoinPlan.Kind.LOOKUP);
    assertThat(few.certain()).isTrue();
  }

  @Test
  void givenSizesAreNotCounted() throws IOException {
    JoinPlan plan = byName().sizes(1_000_000, 200_000).mapAtMost(1_000_000).explain();
    assertThat(plan.toString()).contains("left: 1000000 rows, as given");
    assertThat(plan.cheaper()).isEqualTo(JoinPlan.Kind.HASH);
    assertThat(byName().sizes(1_000_000, 200_000).explain().toString())
        .contains("cheaper: lookup join")
        .contains("more than the 100000 rows that a hash join keeps");
    assertThatThrownBy(() -> byName().sizes(-1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not -1");
  }

  @Test
  void fieldsOutsideTheKeyAreHashedWithDuplicatesOnBothSides() throws IOException {
    write(10, 4);
    Join<Post, Author> join = Join.of(all(), authors).on(Post::tag).is(Author::tag);
    try (Stream<JoinedPair<Post, Author>> pairs = join.stream()) {
      assertThat(pairs.map(pair -> pair.left().id() + "-" + pair.right().born()))
          .containsExactlyInAnyOrder("0-0", "0-2", "1-1", "1-3");
    }
    assertThatThrownBy(join::lookup)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing is joined with name, round");
    assertThat(join.explain().toString()).contains("lookup join: not possible");
  }

  record Visit(long id, Instant at) {}

  record Hour(Instant at, String weather) {}

  @Test
  void aKeyWithALossDoesNotJoinWhatDiffers(Connection connection) throws IOException {
    TableDesign<Visit> visits =
        TableDesign.of(BackEnd.newTableName("visits"), Visit.class)
            .key(key -> key.part(Visit::id))
            .family("f")
            .column(Visit::at, "f:t")
            .build();
    TableDesign<Hour> hours =
        TableDesign.of(BackEnd.newTableName("hours"), Hour.class)
            .key(key -> key.part(Hour::at, Parts.hours().truncated()).lossy(Hour::at))
            .family("f")
            .column(Hour::at, "f:t")
            .column(Hour::weather, "f:w")
            .build();
    Instant ten = Instant.parse("2012-07-01T10:00:00Z");
    try (RecordTable<Visit> left = RecordTable.create(connection, visits);
        RecordTable<Hour> right = RecordTable.create(connection, hours)) {
      left.putAll(List.of(new Visit(1, ten), new Visit(2, ten.plusSeconds(1))));
      right.put(new Hour(ten, "rain"));
      Join<Visit, Hour> join =
          Join.of(left.all().allowFullScan(), right).on(Visit::at).is(Hour::at).leftOuter();
      try (Stream<JoinedPair<Visit, Hour>> looked = join.lookup();
          Stream<JoinedPair<Visit, Hour>> hashed = join.hash()) {
        List<JoinedPair<Visit, Hour>> pairs = looked.toList();
        assertThat(pairs)
            .containsExactly(
                new JoinedPair<>(new Visit(1, ten), new Hour(ten, "rain")),
                new JoinedPair<>(new Visit(2, ten.plusSeconds(1)), null));
        assertThat(hashed).containsExactlyInAnyOrderElementsOf(pairs);
      }
    }
  }

  record Reply(long id, OptionalLong answers) {}

  @Test
  void anOptionalFieldHasTheValueOfAnother(Connection connection) throws IOException {
    TableDesign<Reply> replies =
        TableDesign.of(BackEnd.newTableName("replies"), Reply.class)
            .key(key -> key.part(Reply::id))
            .family("f")
            .column(Reply::answers, "f:a")
            .build();
    Reply first = new Reply(1, OptionalLong.empty());
    Reply second = new Reply(2, OptionalLong.of(1));
    Reply third = new Reply(3, OptionalLong.of(9));
    try (RecordTable<Reply> table = RecordTable.create(connection, replies)) {
      table.putAll(List.of(first, second, third));
      RecordQuery<Reply> all = table.all().allowFullScan();
      Join<Reply, Reply> up = Join.of(all, table).on(Reply::answers).hasValueOf(Reply::id);
      Join<Reply, Reply> down = Join.of(all, table).on(Reply::id).hasValueOf(Reply::answers);
      try (Stream<JoinedPair<Reply, Reply>> looked = up.lookup();
          Stream<JoinedPair<Reply, Reply>> hashed = down.hash()) {
        assertThat(looked).containsExactly(new JoinedPair<>(second, first));
        assertThat(hashed).containsExactly(new JoinedPair<>(first, second));
      }
    }
  }

  @Test
  void theOrderOfALookupIsThatOfTheLeft() throws IOException {
    write(30, 30);
    Join<Post, Author> join =
        Join.of(posts.where(Post::round).is(0).greatestFirst(), authors)
            .on(Post::author)
            .is(Author::name)
            .on(Post::round)
            .is(Author::round)
            .batch(7);
    try (Stream<JoinedPair<Post, Author>> pairs = join.lookup()) {
      List<Long> expected = new ArrayList<>();
      for (long id = 29; id >= 0; id--) {
        expected.add(id);
      }
      assertThat(pairs.map(pair -> pair.right().born())).isEqualTo(expected);
    }
  }

  @Test
  void aHashJoinOfTwoLargeSidesIsRefused() throws IOException {
    write(9, 9);
    try (Stream<JoinedPair<Post, Author>> pairs = byName().mapAtMost(8).hash()) {
      assertThatThrownBy(pairs::toList)
          .isInstanceOf(SideTooLargeException.class)
          .hasMessageContaining("at most 8 rows, and both sides have more");
    }
    try (Stream<JoinedPair<Post, Author>> pairs = byName().mapAtMost(9).hash()) {
      assertThat(pairs).hasSize(9);
    }
  }

  /** So that nobody reads all of it by mistake, and its records are looked up. */
  @Test
  void aRightTableWhoseReadsMustHaveConditionsIsLookedUp(Connection connection) throws IOException {
    write(300, 0);
    TableDesign<Author> design =
        TableDesign.of(BackEnd.newTableName("strict"), Author.class)
            .key(key -> key.part(Author::round).part(Author::name, Parts.fixedText(3)))
            .family("f")
            .column(Author::born, "f:b")
            .column(Author::tag, "f:t")
            .required(Author::name, Author::round)
            .build();
    try (RecordTable<Author> strict = RecordTable.create(connection, design)) {
      strict.put(new Author(0, name(7), 1907, new byte[0]));
      Join<Post, Author> join =
          Join.of(all(), strict)
              .on(Post::round)
              .is(Author::round)
              .on(Post::author)
              .is(Author::name);
      for (Join<Post, Author> each : List.of(join, join.sizes(300, 1))) {
        try (Stream<JoinedPair<Post, Author>> pairs = each.stream()) {
          assertThat(pairs.map(pair -> pair.left().id())).containsExactly(7L, 107L, 207L);
        }
        JoinPlan plan = each.explain();
        assertThat(plan.cheaper()).isEqualTo(JoinPlan.Kind.LOOKUP);
        assertThat(plan.hash()).isEmpty();
        assertThat(plan.toString())
            .contains("left: 300 rows")
            .contains("right: not counted")
            .contains("hash join: not possible")
            .contains("cheaper: lookup join, since a hash join reads the whole of " + design.name())
            .endsWith("each read of it must have a condition on name, round");
        isRefusedAHash(each::hash);
      }
      Join<Post, Author> byTag = Join.of(all(), strict).on(Post::tag).is(Author::tag);
      isRefusedAHash(byTag::stream);
      isRefusedAHash(byTag::explain);
    }
  }

  private static void isRefusedAHash(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have a condition on name, round");
  }

  @Test
  void whatMakesNoSenseIsRefused() throws IOException {
    write(1, 1);
    assertThatThrownBy(() -> Join.of(all(), authors).hash())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no fields");
    assertThatThrownBy(() -> byName().on(Post::author).is(Author::name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Author.name is joined with another field already");
    assertThatThrownBy(() -> byName().batch(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> byName().batch(2001)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> byName().mapAtMost(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> byName().countUpTo(0)).isInstanceOf(IllegalArgumentException.class);
    try (Stream<JoinedPair<Post, Author>> pairs =
        Join.of(all(), authors).on(Post::round).hasValueOf(Author::born).hash()) {
      assertThatThrownBy(pairs::toList)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Author.born is a Long and is joined with 0, a Integer");
    }
  }
}
