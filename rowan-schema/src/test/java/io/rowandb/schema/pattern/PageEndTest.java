package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages of a read by an index in which the reading program, or another, moves the records. */
@OnBackEnd
class PageEndTest {
  record Task(int id, String state, int turn, Integer other) {}

  record Part(int id, int turn) {}

  private static final int TASKS = BackEnd.isHBase() ? 12 : 40;
  private static final int PAGE = 5;

  /** Beyond all turns. */
  private static final int FAR = 1_000;

  /** More than any of these reads finds if it ends. */
  private static final int TOO_MANY = 12 * TASKS;

  private final Connection connection;
  private RecordTable<Task> tasks;

  PageEndTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    tasks =
        RecordTable.create(
            connection,
            TableDesign.of(BackEnd.newTableName("tasks"), Task.class)
                .key(key -> key.part(Task::id))
                .family("t")
                .column(Task::state, "t:s")
                .column(Task::turn, "t:t")
                .column(Task::other, "t:o")
                .index("byTurn", index -> index.on(key -> key.part(Task::turn)))
                .index("inBuckets", index -> index.on(key -> key.salt(3).part(Task::turn)))
                .index(
                    "copied", index -> index.on(key -> key.part(Task::turn)).covering(Task::state))
                .index(
                    "hashed",
                    index ->
                        index.on(
                            key ->
                                key.hash(Digest.md5(2), Task::state)
                                    .part(Task::state)
                                    .part(Task::turn)))
                .index(
                    "down",
                    index ->
                        index.on(
                            key ->
                                key.part(Task::state)
                                    .part(Task::turn, Parts.descending(Parts.int32()))))
                .index(
                    "salted",
                    index -> index.on(key -> key.salt(3).part(Task::state).part(Task::turn)))
                .index("byState", index -> index.on(key -> key.part(Task::state)))
                .index(
                    "either",
                    index ->
                        index
                            .on(key -> key.part(Task::state).part(Task::turn))
                            .anyOf(Task::turn, Task::other))
                .build());
    tasks.putAll(IntStream.range(0, TASKS).mapToObj(PageEndTest::task).toList());
  }

  @AfterEach
  void close() throws IOException {
    tasks.close();
  }

  private static Task task(int id) {
    return new Task(id, id % 3 == 0 ? "a" : "b", id % 7, null);
  }

  private static Task moved(Task task, int by) {
    return new Task(task.id(), task.state(), task.turn() + by, task.other());
  }

  private static List<Integer> all() {
    return IntStream.range(0, TASKS).boxed().toList();
  }

  /** How a page is read. */
  @FunctionalInterface
  private interface Reading {
    Page<Task> page(Optional<String> token) throws Exception;
  }

  private static Reading of(RecordQuery<Task> read) {
    return token -> token.isEmpty() ? read.page(PAGE) : read.page(PAGE, token.get());
  }

  /** Changes what the pages find, and says what they found; stops when they do not end. */
  private List<Integer> found(Reading read, UnaryOperator<Task> change) throws Exception {
    List<Integer> ids = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Task> page = read.page(next);
      for (Task task : page.records()) {
        ids.add(task.id());
        tasks.put(change.apply(task));
      }
      next = page.next();
    } while (next.isPresent() && ids.size() <= TOO_MANY);
    return ids;
  }

  private List<RecordQuery<Task>> upwards() {
    return List.of(
        tasks.byIndex("byTurn"),
        tasks.byIndex("byTurn").leastFirst(),
        tasks.byIndex("inBuckets"),
        tasks.byIndex("inBuckets").leastFirst(),
        tasks.byIndex("copied"),
        tasks.byIndex("copied").from(Task::turn, 0),
        tasks.byIndex("hashed").where(Task::state).in(List.of("b", "a")),
        tasks.byIndex("hashed").where(Task::state).in(List.of("b", "a")).leastFirst(),
        tasks.byIndex("salted").where(Task::state).in(List.of("a", "b")),
        tasks.byIndex("salted").where(Task::state).in(List.of("a", "b")).leastFirst(),
        tasks.byIndex("down").where(Task::state).in(List.of("a", "b")).leastFirst(),
        tasks.byIndex("either").where(Task::state).in(List.of("a", "b")));
  }

  private List<RecordQuery<Task>> downwards() {
    return List.of(
        tasks.byIndex("byTurn").greatestFirst(),
        tasks.byIndex("inBuckets").greatestFirst(),
        tasks.byIndex("copied").greatestFirst(),
        tasks.byIndex("hashed").where(Task::state).in(List.of("b", "a")).greatestFirst(),
        tasks.byIndex("salted").where(Task::state).in(List.of("a", "b")).greatestFirst(),
        tasks.byIndex("down").where(Task::state).in(List.of("a", "b")));
  }

  @Tag("slow")
  @Test
  void whatMovesBehindTheEndIsFoundOnce() throws Exception {
    for (RecordQuery<Task> read : upwards()) {
      assertThat(found(of(read), task -> moved(task, FAR)))
          .as(read.explain().toString())
          .containsExactlyInAnyOrderElementsOf(all());
    }
    for (RecordQuery<Task> read : downwards()) {
      assertThat(found(of(read), task -> moved(task, -FAR)))
          .as(read.explain().toString())
          .containsExactlyInAnyOrderElementsOf(all());
    }
  }

  @Test
  void whatIsWrittenAgainInItsPlaceIsFoundOnce() throws Exception {
    for (RecordQuery<Task> read : upwards()) {
      assertThat(found(of(read), task -> task)).containsExactlyInAnyOrderElementsOf(all());
    }
  }

  /** From one of seven turns to the next, at which it is found again. */
  @Test
  void whatMovesBeforeTheEndIsFoundAgainUpToTheEnd() throws Exception {
    List<Integer> found = found(of(tasks.byIndex("byTurn").leastFirst()), task -> moved(task, 1));
    assertThat(found).hasSizeGreaterThan(TASKS).containsAll(all());
    for (int id : all()) {
      assertThat(found.stream().filter(each -> each == id)).hasSizeLessThanOrEqualTo(7 - id % 7);
    }
  }

  @Test
  void whatOthersMoveBehindTheEndOrAddThereIsNotFound() throws Exception {
    RecordQuery<Task> read = tasks.byIndex("byTurn").leastFirst();
    Page<Task> first = read.page(PAGE);
    int firstMoved = 6; // of the last turn
    tasks.put(moved(task(firstMoved), FAR));
    tasks.put(new Task(TASKS, "a", 6, null)); // the last of its turn, by the key
    tasks.put(new Task(-1, "a", 6, null)); // in the midst of it
    List<Integer> ids = new ArrayList<>(first.records().stream().map(Task::id).toList());
    for (Optional<String> next = first.next(); next.isPresent(); ) {
      Page<Task> page = read.page(PAGE, next.get());
      page.records().forEach(task -> ids.add(task.id()));
      next = page.next();
    }
    List<Integer> expected = new ArrayList<>(all());
    expected.remove(Integer.valueOf(firstMoved));
    expected.add(-1);
    assertThat(ids).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void pagesOfTwoFieldsOfWhichOneMovesEnd() throws Exception {
    tasks.putAll(all().stream().map(id -> new Task(id, "a", id % 7, id % 7 + 3)).toList());
    assertThat(
            found(
                of(tasks.byIndex("either").where(Task::state).is("a")),
                task -> new Task(task.id(), "a", task.turn() + FAR, task.other() + FAR)))
        .containsExactlyInAnyOrderElementsOf(all());
  }

  /** By calls that do not wait, of records and of some fields, with the same tokens. */
  @Tag("slow")
  @Test
  void soDoPagesOfAsynchronousCalls() throws Exception {
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).join()) {
      AsyncRecordTable<Task> table = AsyncRecordTable.open(async, tasks.design());
      for (RecordQuery<Task> read : upwards()) {
        List<Integer> found =
            found(
                token ->
                    token.isEmpty()
                        ? table.page(read, PAGE).join()
                        : table.page(read, PAGE, token.get()).join(),
                task -> moved(task, FAR));
        assertThat(found).containsExactlyInAnyOrderElementsOf(all());
      }
      for (RecordQuery<Task> read : downwards()) {
        AsyncSelection<Task, Part> parts = table.select(read, Part.class);
        List<Integer> found = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
          Page<Part> page =
              next.isEmpty()
                  ? parts.page(PAGE).join()
                  : read.select(Part.class).page(PAGE, next.get());
          for (Part part : page.records()) {
            found.add(part.id());
            Task task = tasks.get(part.id()).orElseThrow();
            tasks.put(moved(task, -FAR));
          }
          next = page.next();
        } while (next.isPresent() && found.size() <= TOO_MANY);
        assertThat(found).containsExactlyInAnyOrderElementsOf(all());
      }
    }
  }

  private static byte[] decoded(String token) {
    return Base64.getUrlDecoder().decode(token);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A token as it was before pages had an end. */
  private static String withoutEnd(String token) {
    ByteBuffer in = ByteBuffer.wrap(decoded(token));
    byte[] header = new byte[12]; // the fingerprint and the range
    in.position(1).get(header);
    byte[] row = new byte[in.getShort()];
    in.get(row);
    return encoded(
        ByteBuffer.allocate(1 + header.length + row.length)
            .put((byte) 1)
            .put(header)
            .put(row)
            .array());
  }

  /** Its page has no end, and those behind it have one. */
  @Tag("slow")
  @Test
  void aTokenWithoutAnEndIsTaken() throws Exception {
    for (RecordQuery<Task> read : upwards()) {
      List<String> given = new ArrayList<>();
      Reading reading =
          token -> {
            token.ifPresent(given::add);
            return given.size() == 1
                ? read.page(PAGE, withoutEnd(given.get(0)))
                : of(read).page(token);
          };
      assertThat(found(reading, task -> moved(task, FAR)))
          .containsAll(all())
          .hasSizeLessThan(TOO_MANY);
    }
  }

  /** The token with another end. */
  private static String forged(String token, int range, byte... row) {
    byte[] bytes = decoded(token);
    int rowBytes = ByteBuffer.wrap(bytes).getShort(13);
    return encoded(
        ByteBuffer.allocate(15 + rowBytes + 4 + row.length)
            .put(bytes, 0, 15 + rowBytes)
            .putInt(range)
            .put(row)
            .array());
  }

  @Test
  void aForgedEndIsRefused() throws Exception {
    RecordQuery<Task> read = tasks.byIndex("hashed").where(Task::state).in(List.of("a", "b"));
    int size = 3; // less than either range has
    String token = read.page(size).next().orElseThrow();
    byte[] bytes = decoded(token);
    int rowBytes = ByteBuffer.wrap(bytes).getShort(13);
    byte[] row = new byte[rowBytes];
    ByteBuffer.wrap(bytes).position(15).get(row);
    int range = ByteBuffer.wrap(bytes).getInt(9);
    List<String> forged = new ArrayList<>();
    for (int other : new int[] {-1, 1 - range, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      forged.add(forged(token, other, row)); // no range, or one that is read on its own
    }
    forged.add(forged(token, range));
    forged.add(forged(token, range, new byte[40_000]));
    forged.add(forged(token, range, (byte) -1));
    for (short length : new short[] {-1, Short.MIN_VALUE, Short.MAX_VALUE}) {
      forged.add(encoded(ByteBuffer.wrap(bytes.clone()).putShort(13, length).array()));
    }
    forged.add(encoded(Arrays.copyOf(bytes, 18)));
    for (String each : forged) {
      assertThatThrownBy(() -> read.page(size, each))
          .as(each)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no token of a page");
    }
    assertThat(read.page(size, token).records()).hasSize(size);
    assertThat(read.page(size, forged(token, range, row)).records())
        .extracting(Task::state)
        .containsOnly("b"); // no more of the first range: its end is the position itself
  }

  /** Where no record moves in the rows that are read, tokens are as they were. */
  @Test
  void pagesByTheKeyOrOneValueHaveNoEnd() throws IOException {
    for (RecordQuery<Task> read :
        List.of(
            tasks.all().allowFullScan(),
            tasks.all().from(Task::id, 1),
            tasks.byIndex("byState").where(Task::state).is("b"),
            tasks.byIndex("byState").where(Task::state).in(List.of("a", "b")))) {
      assertThat(decoded(read.page(PAGE).next().orElseThrow())[0]).isEqualTo((byte) 1);
    }
  }

  /** One row more for each range that is read in one order with others, once. */
  @Test
  void theEndCostsARowOfEachRangeOnce() throws IOException {
    List<String> calls = new ArrayList<>();
    try (RecordTable<Task> watched =
        RecordTable.open(
            WatchedConnection.of(
                connection,
                call -> {
                  calls.add(call.name());
                  return call.make();
                }),
            tasks.design())) {
      assertThat(scans(watched.byIndex("byTurn"), calls)).containsExactly(2L, 1L, 1L);
      assertThat(scans(watched.byIndex("inBuckets").leastFirst(), calls))
          .containsExactly(6L, 3L, 3L);
      assertThat(scans(watched.byIndex("byState").where(Task::state).is("b"), calls))
          .containsExactly(1L, 1L, 1L);
      assertThat(scans(watched.all().allowFullScan(), calls)).containsExactly(1L, 1L, 1L);
      calls.clear();
      watched.byIndex("byTurn").page(TASKS);
      watched.byIndex("byTurn").limit(PAGE).list();
      assertThat(calls.stream().filter("getScanner"::equals)).hasSize(2);
    }
  }

  @Test
  void theExplanationTellsWherePagesEnd() throws IOException {
    assertThat(tasks.byIndex("byTurn").explainPages().toString())
        .contains("pages end: with the last entry as of the first page, found by another scan")
        .doesNotContain("refused");
    assertThat(tasks.byIndex("inBuckets").explainPages().end().orElseThrow())
        .endsWith("one row of each range");
    RecordQuery<Task> inTurn = tasks.byIndex("down").where(Task::state).in(List.of("a", "b"));
    assertThat(inTurn.explainPages().end().orElseThrow()).startsWith("in each range");
    RecordQuery<Task> inGroups = tasks.byIndex("salted").where(Task::state).in(List.of("a", "b"));
    assertThat(inGroups.explainPages().end().orElseThrow())
        .startsWith("in each group of merged ranges with its last entry")
        .endsWith("one row of each range of the group");
    assertThat(inGroups.leastFirst().explainPages().end().orElseThrow())
        .startsWith("with the last entry as of the first page");
    assertThat(tasks.all().explainPages().end().orElseThrow()).contains("no record moves");
    assertThat(inTurn.explain().end()).isEmpty();
    assertThat(inTurn.limit(3).explainPages().refusal().orElseThrow()).contains("limit 3");
  }

  /** One is moved ahead in the second group while the pages are in the first. */
  @Test
  void eachGroupOfMergedRangesHasAnEndOfItsOwn() throws Exception {
    RecordQuery<Task> read = tasks.byIndex("salted").where(Task::state).in(List.of("a", "b"));
    int ofSecond = 1; // of the state b
    int size = 3; // less than either state has
    List<Integer> ids = new ArrayList<>();
    Page<Task> page = read.page(size);
    assertThat(page.records()).extracting(Task::state).containsOnly("a");
    tasks.put(moved(task(ofSecond), FAR));
    page.records().forEach(task -> ids.add(task.id()));
    while (page.next().isPresent()) {
      page = read.page(size, page.next().get());
      page.records().forEach(task -> ids.add(task.id()));
    }
    assertThat(ids).containsExactlyInAnyOrderElementsOf(all());
  }

  /** How many scanners the first pages of a read open. */
  private static List<Long> scans(RecordQuery<Task> read, List<String> calls) throws IOException {
    List<Long> scans = new ArrayList<>();
    Page<Task> page = null;
    for (int i = 0; i < 3; i++) {
      calls.clear();
      page = page == null ? read.page(2) : read.page(2, page.next().orElseThrow());
      scans.add(calls.stream().filter("getScanner"::equals).count());
    }
    return scans;
  }
}
