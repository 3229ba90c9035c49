package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.RangeCounts;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Records whose details are columns of their rows move to rows of their own, while others write.
 */
@OnBackEnd
@Tag("slow")
class DetailMovesTest {
  record Comment(int number, String author, String text) {}

  record Post(int blog, int id, String title, List<Comment> comments) {}

  /** Where a table has the details. */
  enum Place {
    COLUMNS,
    ROWS
  }

  /** From where to where they move. */
  enum Move {
    COLUMNS_TO_COLUMNS(Place.COLUMNS, Place.COLUMNS),
    COLUMNS_TO_ROWS(Place.COLUMNS, Place.ROWS),
    ROWS_TO_COLUMNS(Place.ROWS, Place.COLUMNS),
    ROWS_TO_ROWS(Place.ROWS, Place.ROWS);

    private final Place from;
    private final Place to;

    Move(Place from, Place to) {
      this.from = from;
      this.to = to;
    }
  }

  /** Nobody is beside it. */
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  /** Much longer than any pause of a machine between a writer's look and its row. */
  private static final IndexSettings BESIDE_OTHERS =
      IndexSettings.usual().withLease(Duration.ofSeconds(2));

  private Connection connection;
  private String name;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    name = BackEnd.newTableName("posts");
  }

  private static DetailDesign<Comment> comments() {
    return DetailDesign.of(Comment.class)
        .key(key -> key.part(Comment::number))
        .cell(Comment::author, "a")
        .cell(Comment::text, "t")
        .build();
  }

  private DetailLayout layout(Place place, String family, String table) {
    return place == Place.ROWS ? DetailLayout.tall(name + table) : DetailLayout.wide(family);
  }

  private TableDesign<Post> old(Place place) {
    return TableDesign.of(name, Post.class)
        .key(key -> key.part(Post::blog).part(Post::id))
        .family("f")
        .column(Post::title, "f:t")
        .family("c")
        .details(Post::comments, layout(place, "c", "_old"), comments())
        .marked()
        .build();
  }

  private TableDesign<Post> moved(Place place) {
    return TableDesign.of(name + "_new", Post.class)
        .key(key -> key.part(Post::id).part(Post::blog))
        .family("p")
        .column(Post::title, "p:t")
        .family("d")
        .details(Post::comments, layout(place, "d", "_comments"), comments())
        .index("byTitle", index -> index.on(key -> key.part(Post::title)))
        .marked()
        .build();
  }

  private Migration<Post> migration(Move move) {
    return Migration.of(old(move.from), moved(move.to));
  }

  private MigrationRun<Post> run(Connection by, Move move) {
    return MigrationRun.of(by, migration(move), ALONE);
  }

  private MigratedTable<Post> opened(Connection by, Move move) throws IOException {
    return MigratedTable.open(by, migration(move), ALONE);
  }

  private static List<Comment> comments(int count, String text) {
    return IntStream.range(0, count).mapToObj(i -> new Comment(i, "a" + i, text)).toList();
  }

  private static Post post(int i) {
    return new Post(i % 3, i, "title " + i, comments(i % 4, "of " + i));
  }

  /** Records with details, one of them added alone; by their numbers. */
  private NavigableMap<Integer, Post> make(int count, Place place) throws IOException {
    NavigableMap<Integer, Post> model = new TreeMap<>();
    try (RecordTable<Post> table = RecordTable.create(connection, old(place))) {
      for (int i = 0; i < count; i++) {
        table.put(post(i));
        model.put(i, post(i));
      }
      Comment alone = new Comment(9, "late", "alone");
      table.details(Post::comments, Comment.class, 1, 1).put(alone);
      List<Comment> more = new ArrayList<>(post(1).comments());
      more.add(alone);
      model.put(1, new Post(1, 1, "title 1", more));
    }
    return model;
  }

  private static NavigableMap<Integer, Post> all(MigratedTable<Post> table) throws IOException {
    NavigableMap<Integer, Post> all = new TreeMap<>();
    table.all().allowFullScan().list().forEach(each -> all.put(each.id(), each));
    return all;
  }

  /** Writes that add, replace and remove details. */
  private static void change(MigratedTable<Post> table, NavigableMap<Integer, Post> model, int turn)
      throws IOException {
    List<Post> puts =
        List.of(
            new Post(0, 0, "turn " + turn, comments(5, "turn " + turn)),
            new Post(2, 2, "title 2", comments(turn % 3, "turn " + turn)),
            post(100 + turn));
    table.put(puts.get(0));
    table.putAll(puts.subList(1, 3));
    puts.forEach(each -> model.put(each.id(), each));
    Post gone = model.get(3 + turn);
    table.delete(gone);
    model.remove(gone.id());
    assertThat(table.putIf(new Post(1, 1, "if " + turn, comments(2, "if")), there -> true))
        .isTrue();
    model.put(1, new Post(1, 1, "if " + turn, comments(2, "if")));
    assertThat(all(table)).isEqualTo(model);
    assertThat(table.get(2, 2)).contains(model.get(2));
  }

  @ParameterizedTest
  @EnumSource(Move.class)
  @Tag("tables")
  void detailsMoveWithTheirRecords(Move move) throws IOException {
    NavigableMap<Integer, Post> model = make(20, move.from);
    MigrationRun<Post> run = run(connection, move);
    assertThat(run.sample(100).toString()).startsWith("20 of 20 records");
    try (MigratedTable<Post> table = opened(connection, move)) {
      change(table, model, 0);
      int turn = 1;
      for (MigrationPhase phase :
          List.of(MigrationPhase.COPYING, MigrationPhase.SWITCHED, MigrationPhase.ENDED)) {
        Moves.runTo(phase, run);
        assertThat(run.phase()).isEqualTo(phase);
        change(table, model, turn++);
      }
      assertThat(table.countNotCopied()).isZero();
      run.dropOld();
      change(table, model, turn);
    }
    try (RecordTable<Post> table = RecordTable.open(connection, moved(move.to))) {
      assertThat(table.where(Post::title).is("title 11").list()).containsExactly(post(11));
      var details = table.details(Post::comments, Comment.class, 11, 2);
      assertThat(details.page(2).records()).isEqualTo(post(11).comments().subList(0, 2));
      details.put(new Comment(7, "me", "new"));
      assertThat(table.get(11, 2).orElseThrow().comments()).hasSize(4);
    }
    if (move.to == Place.ROWS) {
      assertThat(rowsOf(name + "_comments"))
          .isEqualTo(1 + model.values().stream().mapToInt(each -> each.comments().size()).sum());
    }
  }

  /**
   * A sample tells of a row that is too large; the move leaves no row with more than one detail.
   */
  @Test
  void aRowThatIsTooLargeIsFoundAndSplit() throws IOException {
    int many = 20_000;
    Move move = Move.COLUMNS_TO_ROWS;
    make(20, move.from);
    Post large = new Post(1, 500, "large", comments(many, "of many"));
    try (RecordTable<Post> table = RecordTable.open(connection, old(move.from))) {
      table.put(large);
    }
    MigrationRun<Post> run = run(connection, move);
    MigrationSample sample = run.sample(1_000);
    assertThat(sample.old().mostCells()).isEqualTo(2 * many + 1);
    assertThat(sample.target().mostCells()).isEqualTo(2);
    assertThat(sample.toString()).containsPattern("cells of the largest row +40,001 +2\n");
    Moves.runTo(MigrationPhase.ENDED, run);
    assertThat(mostCells(name + "_new")).isLessThan(5); // with its source's key and the mark
    assertThat(mostCells(name + "_comments")).isEqualTo(2);
    try (RecordTable<Post> table = RecordTable.open(connection, moved(move.to))) {
      var details = table.details(Post::comments, Comment.class, 500, 1);
      List<Comment> read = new ArrayList<>();
      for (var page = details.page(999); ; page = details.page(999, page.next().get())) {
        read.addAll(page.records());
        if (page.next().isEmpty()) {
          break;
        }
      }
      assertThat(read).isEqualTo(large.comments());
      table.delete(large);
      assertThat(table.get(500, 1)).isEmpty();
    }
    assertThat(rowsOf(name + "_comments")).isLessThan(100);
  }

  private int mostCells(String table) throws IOException {
    int most = 0;
    try (Table rows = connection.getTable(TableName.valueOf(table));
        ResultScanner scanner = rows.getScanner(new Scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        most = Math.max(most, row.size());
      }
    }
    return most;
  }

  private int rowsOf(String table) throws IOException {
    int count = 0;
    try (Table rows = connection.getTable(TableName.valueOf(table));
        ResultScanner scanner = rows.getScanner(new Scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        count++;
      }
    }
    return count;
  }

  @ParameterizedTest
  @EnumSource(Move.class)
  void aDetailThatAProgramOfTheOldDesignAddsAloneIsRefused(Move move) throws IOException {
    make(4, move.from);
    try (RecordTable<Post> early = RecordTable.open(connection, old(move.from), ALONE)) {
      var details = early.details(Post::comments, Comment.class, 1, 1);
      details.put(new Comment(20, "x", "before"));
      run(connection, move).copy();
      Comment late = new Comment(21, "x", "late");
      assertThatThrownBy(() -> details.put(late)).isInstanceOf(ChangedDesignException.class);
      assertThatThrownBy(() -> details.putAll(List.of(late)))
          .isInstanceOf(ChangedDesignException.class);
      assertThatThrownBy(() -> details.remove(late)).isInstanceOf(ChangedDesignException.class);
      assertThatThrownBy(
              () -> {
                try (var buffer = early.detailBuffer(Post::comments, Comment.class)) {
                  buffer.add(late, 1, 1);
                }
              })
          .isInstanceOf(IOException.class);
      assertThat(early.get(1, 1).orElseThrow().comments()).hasSize(3).doesNotContain(late);
    }
    try (MigratedTable<Post> table = opened(connection, move)) {
      run(connection, move).switchReads();
      assertThat(table.get(1, 1).orElseThrow().comments()).hasSize(3);
      if (move == Move.COLUMNS_TO_COLUMNS) {
        assertThat(table.update(there -> there, 1, 1)).isPresent();
        return;
      }
      assertThatThrownBy(() -> table.update(there -> there, 1, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in rows of its own, which an update cannot keep: use putIf");
      assertThatThrownBy(() -> table.field(Post::title, 1, 1))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aComparisonFindsWhatIsWrongWithDetails() throws IOException {
    Move move = Move.COLUMNS_TO_ROWS;
    NavigableMap<Integer, Post> model = make(30, move.from);
    MigrationRun<Post> run = run(connection, move);
    run.copy();
    assertThat(run.compare(Long.MAX_VALUE).isClean()).isTrue();
    byte[] three = moved(Place.ROWS).key().encode(post(3));
    byte[] seven = moved(Place.ROWS).key().encode(post(7));
    byte[] eleven = moved(Place.ROWS).key().encode(post(11));
    try (Table rows = connection.getTable(TableName.valueOf(name + "_comments"))) {
      rows.delete(new Delete(Bytes.add(three, comments().key().encode(post(3).comments().get(1)))));
    }
    assertOneIsMended(run);
    try (Table rows = connection.getTable(TableName.valueOf(name + "_comments"))) {
      byte[] row = Bytes.add(seven, comments().key().encode(post(7).comments().get(0)));
      long time = Stamped.latest(rows.get(new Get(row)));
      rows.put(
          new Put(row, time).addColumn(Bytes.toBytes("d"), Bytes.toBytes("t"), Bytes.toBytes("x")));
    }
    assertOneIsMended(run);
    try (Table rows = connection.getTable(TableName.valueOf(name + "_comments"))) {
      byte[] first = Bytes.add(eleven, comments().key().encode(post(11).comments().get(0)));
      long time = Stamped.latest(rows.get(new Get(first)));
      byte[] surplus = Bytes.add(eleven, comments().key().encode(new Comment(50, "", "")));
      rows.put(
          new Put(surplus, time)
              .addColumn(Bytes.toBytes("d"), Bytes.toBytes("t"), Bytes.toBytes("x")));
    }
    assertOneIsMended(run);
    run.switchReads();
    try (MigratedTable<Post> table = opened(connection, move)) {
      assertThat(all(table)).isEqualTo(model);
    }
  }

  private static void assertOneIsMended(MigrationRun<Post> run) throws IOException {
    RangeCounts found = run.compare(Long.MAX_VALUE);
    assertThat(found.diverged()).isEqualTo(1);
    assertThat(found.mended().different()).isEqualTo(1);
    assertThat(run.compare(Long.MAX_VALUE).isClean()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Move.class,
      names = {"COLUMNS_TO_ROWS", "ROWS_TO_COLUMNS"})
  void whoMovesTheRecordsDies(Move move) throws IOException {
    int deaths = 0;
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.HALF_WAY)) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("mortal");
        NavigableMap<Integer, Post> model = make(8, move.from);
        Death death = new Death(call, moment);
        try {
          MigrationRun<Post> run = run(WatchedAdmin.of(connection, death), move);
          Moves.runTo(MigrationPhase.ENDED, run);
          run.dropOld();
        } catch (Death.ClientDied e) {
          deaths++;
        }
        died = death.happened();
        try (MigratedTable<Post> table = opened(connection, move)) {
          if (table.phase() == MigrationPhase.FENCING) {
            run(connection, move).end(); // for which writes wait
          }
          check(table, model, death);
          Moves.runTo(MigrationPhase.ENDED, run(connection, move));
          check(table, model, death);
          run(connection, move).dropOld();
          check(table, model, death);
        }
        BackEnd.drop(connection, name);
      }
    }
    assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 3 : 40);
  }

  private static void check(
      MigratedTable<Post> table, NavigableMap<Integer, Post> model, Death death)
      throws IOException {
    assertThat(all(table)).as("%s", death).isEqualTo(model);
    Post more = post(100 + model.lastKey());
    table.put(more);
    model.put(more.id(), more);
    Post fewer = new Post(1, 1, "fewer", comments(1, "of " + model.size() + " " + more.id()));
    table.put(fewer);
    model.put(1, fewer);
    Post gone = model.get(model.ceilingKey(2));
    table.delete(gone);
    model.remove(gone.id());
    assertThat(all(table)).as("%s", death).isEqualTo(model);
  }

  @ParameterizedTest
  @EnumSource(
      value = Move.class,
      names = {"COLUMNS_TO_ROWS", "ROWS_TO_COLUMNS"})
  void whoWritesDies(Move move) throws IOException {
    whoWritesDies(move, MigrationPhase.COPYING);
    whoWritesDies(move, MigrationPhase.SWITCHED);
  }

  private void whoWritesDies(Move move, MigrationPhase phase) throws IOException {
    int deaths = 0;
    Post other = new Post(0, 3, "other", comments(2, "other"));
    for (boolean deletes : List.of(false, true)) {
      boolean died = true;
      for (int call = 0; died; call += Death.CALLS_APART) {
        for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
          name = BackEnd.newTableName("writer");
          NavigableMap<Integer, Post> before = make(4, move.from);
          NavigableMap<Integer, Post> behind = new TreeMap<>(before);
          behind.remove(3);
          if (!deletes) {
            behind.put(3, other);
          }
          Moves.runTo(phase, run(connection, move));
          Death death = new Death(call, moment);
          try (MigratedTable<Post> table = opened(WatchedConnection.of(connection, death), move)) {
            if (deletes) {
              table.delete(other);
            } else {
              table.put(other);
            }
          } catch (Death.ClientDied e) {
            deaths++;
          }
          died = death.happened();
          try (MigratedTable<Post> table = opened(connection, move)) {
            Moves.runTo(MigrationPhase.ENDED, run(connection, move));
            NavigableMap<Integer, Post> ended = all(table);
            if (move.from == Place.ROWS) {
              withoutUnfinished(ended, before.get(3), other);
            }
            assertThat(ended).as("%s", death).isIn(before, behind);
            if (!death.happened()) {
              assertThat(ended).as("%s", death).isEqualTo(behind);
            }
            table.put(other);
            before.put(3, other);
            assertThat(all(table)).as("%s", death).isEqualTo(before);
          }
          BackEnd.drop(connection, name);
        }
      }
    }
    assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 3 : 20);
  }

  /**
   * Details of a put that did not end are seen with the record before it, also where they are rows
   * before they move: each of these is of one of the two.
   */
  private static void withoutUnfinished(
      NavigableMap<Integer, Post> ended, Post before, Post unfinished) {
    Post found = ended.get(before.id());
    if (found == null || !found.title().equals(before.title())) {
      return;
    }
    List<Comment> all = new ArrayList<>(before.comments());
    all.addAll(unfinished.comments());
    assertThat(all).containsAll(found.comments());
    assertThat(found.comments().stream().map(Comment::number))
        .containsAll(before.comments().stream().map(Comment::number).toList());
    ended.put(before.id(), before);
  }

  /** Writes its own records, and reads each behind its write. */
  private Void write(Move move, int writer, AtomicBoolean ended, NavigableMap<Integer, Post> model)
      throws IOException {
    try (Connection patient = patient();
        MigratedTable<Post> table = MigratedTable.open(patient, migration(move), BESIDE_OTHERS)) {
      for (int i = 0; !ended.get(); i++) {
        int id = (i * 7 + writer) % 20 * 2 + writer;
        Post post = new Post(id % 3, id, "title " + i, comments(i % 5, "turn " + i));
        if (i % 6 == 5) {
          table.delete(post);
          model.remove(id);
        } else {
          table.put(post);
          model.put(id, post);
        }
        assertThat(table.get(id, id % 3).stream().toList())
            .isEqualTo(model.containsKey(id) ? List.of(model.get(id)) : List.of());
      }
    }
    return null;
  }

  /**
   * HBase opens regions anew for each phase: on a busy machine that takes longer than the tenth of
   * a second for which the tests' own connection tries.
   */
  private Connection patient() throws IOException {
    Configuration configuration = new Configuration(connection.getConfiguration());
    configuration.setInt("hbase.client.retries.number", 15);
    return ConnectionFactory.createConnection(configuration);
  }

  @ParameterizedTest
  @EnumSource(
      value = Move.class,
      names = {"COLUMNS_TO_ROWS", "ROWS_TO_COLUMNS"})
  void twoWritersWriteMeanwhile(Move move) throws Exception {
    make(40, move.from);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    AtomicBoolean ended = new AtomicBoolean();
    List<NavigableMap<Integer, Post>> models = List.of(new TreeMap<>(), new TreeMap<>());
    List<Future<Void>> writers = new ArrayList<>();
    try (Connection patient = patient();
        MigratedTable<Post> table = MigratedTable.open(patient, migration(move), BESIDE_OTHERS)) {
      all(table).forEach((id, each) -> models.get(id % 2).put(id, each));
      for (int i = 0; i < 2; i++) {
        int writer = i;
        Callable<Void> writes = () -> write(move, writer, ended, models.get(writer));
        writers.add(threads.submit(writes));
      }
      MigrationRun<Post> run = MigrationRun.of(patient, migration(move), BESIDE_OTHERS);
      try {
        run.copy();
        run.switchReads();
        run.end();
      } finally {
        ended.set(true);
      }
      NavigableMap<Integer, Post> model = new TreeMap<>();
      for (int i = 0; i < 2; i++) {
        writers.get(i).get();
        model.putAll(models.get(i));
      }
      assertThat(all(table)).isEqualTo(model);
    } finally {
      ended.set(true);
      threads.shutdown();
    }
  }
}
