package io.rowandb.tsdb.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.WrongLayoutException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No series is missing in an index that is ready, whoever dies and whoever comes between. */
@OnBackEnd
class IndexBuildTest {
  private static final PointKeyLayout LAYOUT = PointKeyLayout.DEFAULT;
  private static final byte[] METRIC = {0, 0, 7};
  private static final byte[] KEY = {0, 0, 1};
  private static final byte[] SITE = {0, 0, 2};
  private static final byte[] FAMILY = {'t'};

  private Connection connection;
  private TableName points;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    points = TableName.valueOf(BackEnd.newTableName("index"));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(points)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  @AfterEach
  void drop() throws IOException {
    BackEnd.drop(connection, points.getNameAsString());
    BackEnd.drop(connection, TagIndex.table(points).getNameAsString());
  }

  private static byte[] pair(byte[] key, int value) {
    return Bytes.add(key, new byte[] {0, (byte) (value >>> 8), (byte) value});
  }

  /** With a tag of its own, and one of two that all have. */
  private static SeriesId series(int number) {
    return LAYOUT.series(METRIC, List.of(pair(KEY, number), pair(SITE, number % 2)));
  }

  private static List<SeriesId> series(int from, int to) {
    List<SeriesId> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(series(i));
    }
    return all;
  }

  private void put(SeriesId series) throws IOException {
    try (Table table = connection.getTable(points)) {
      table.put(new Put(LAYOUT.rowKey(series, 0)).addColumn(FAMILY, new byte[2], new byte[1]));
    }
  }

  private void putWithoutIndex(List<SeriesId> all) throws IOException {
    for (SeriesId each : all) {
      put(each);
    }
  }

  private TagIndex index(Connection by, Duration lease) {
    return new TagIndex(by, points, LAYOUT, lease);
  }

  private TagIndex index() {
    return index(connection, Duration.ZERO);
  }

  private void keep(TagIndex by, List<SeriesId> all) throws IOException {
    by.keeping(all, () -> putWithoutIndex(all));
  }

  private IndexBuild build(Connection by) {
    return new IndexBuild(by, points, LAYOUT, Duration.ZERO, time -> {});
  }

  private Set<SeriesId> indexed() throws IOException {
    Set<SeriesId> found = new TreeSet<>();
    try (IndexReader reader = index().reader(row -> {}).orElseThrow()) {
      for (int site = 0; site < 2; site++) {
        List<byte[]> pair = List.of(pair(SITE, site));
        found.addAll(reader.series(METRIC, reader.withOneOf(METRIC, pair)));
      }
      for (SeriesId each : found) {
        List<byte[]> own = List.of(LAYOUT.pairsOf(each).get(0));
        assertThat(reader.series(METRIC, reader.withOneOf(METRIC, own))).contains(each);
      }
    }
    return found;
  }

  private IndexCheck.Found check(boolean adds) throws IOException {
    return new IndexCheck(connection, points, LAYOUT, adds).run(Optional.empty()).orElseThrow();
  }

  /**
   * What others believe holds for a lease; one that is ready already, or gone, makes nobody wait.
   */
  @Test
  void othersAreAwaitedForTwoLeases() throws IOException {
    putWithoutIndex(series(0, 3));
    List<Duration> waited = new ArrayList<>();
    IndexBuild build =
        new IndexBuild(connection, points, LAYOUT, Duration.ofSeconds(7), waited::add);
    build.build();
    assertThat(waited).containsExactly(Duration.ofSeconds(14));
    build.build();
    assertThat(waited).hasSize(1);
    build.drop();
    assertThat(waited).containsExactly(Duration.ofSeconds(14), Duration.ofSeconds(14));
    build.drop();
    assertThat(waited).hasSize(2);
  }

  @Test
  void buildThatDiesAtEachCall() throws IOException {
    putWithoutIndex(series(0, 30));
    boolean ended = false;
    int call = 0;
    while (!ended) {
      for (boolean isMade : new boolean[] {false, true}) {
        build(connection).drop();
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          build(dying.connection()).build();
          ended = !dying.isDead();
        } catch (IOException e) {
          assertThat(dying.isDead()).isTrue();
        }
        keep(index(), series(30, 33));
        build(connection).build();
        assertThat(indexed()).hasSize(33);
        assertThat(check(/* adds= */ false)).isEqualTo(new IndexCheck.Found(33, 0));
      }
      call++;
    }
    assertThat(call).isGreaterThan(5);
  }

  @Test
  void writerThatDiesAtEachCall() throws IOException {
    build(connection).build();
    boolean ended = false;
    int from = 0;
    for (int call = 0; !ended; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        List<SeriesId> some = series(from, from + 3);
        from += 3;
        try {
          keep(index(dying.connection(), Duration.ZERO), some);
          ended = !dying.isDead();
        } catch (IOException e) {
          assertThat(dying.isDead()).isTrue();
          keep(index(), some); // the client tries again
        }
        assertThat(indexed()).containsAll(some);
        assertThat(check(/* adds= */ false).missing()).isZero();
      }
    }
    assertThat(from).isGreaterThan(24);
  }

  @Test
  void dropThatDiesAtEachCall() throws IOException {
    putWithoutIndex(series(0, 5));
    boolean ended = false;
    for (int call = 0; !ended; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        build(connection).build();
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          build(dying.connection()).drop();
          ended = !dying.isDead();
        } catch (IOException e) {
          assertThat(dying.isDead()).isTrue();
        }
        keep(index(), series(5, 7));
        build(connection).drop();
        assertThat(build(connection).state().phase()).isEqualTo(IndexPhase.OFF);
      }
    }
  }

  @Test
  @Tag("tables")
  void manyWritersPackersAndABuildAtOnce() throws Exception {
    putWithoutIndex(series(0, 200));
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int writer = i;
        work.add(() -> write(writer));
      }
      work.add(() -> pack());
      work.add(
          () -> {
            build(connection).build();
            return null;
          });
      for (Future<Void> each : threads.invokeAll(work)) {
        each.get();
      }
    } finally {
      threads.shutdown();
    }
    pack();
    assertThat(indexed()).hasSameSizeAs(new HashSet<>(series(0, 1_400)));
    assertThat(check(/* adds= */ false)).isEqualTo(new IndexCheck.Found(1_400, 0));
    assertThat(columns(pair(SITE, 0))).isEqualTo(1);
  }

  /** Half of its series are another writer's too. */
  private Void write(int writer) throws IOException {
    TagIndex by = index();
    int from = 200 + writer * 240;
    for (int i = from; i < from + 480; i += 10) {
      keep(by, series(i, i + 10));
    }
    return null;
  }

  private Void pack() throws IOException {
    IndexTable table = new IndexTable(connection, TagIndex.table(points));
    table.create();
    try (Table open = table.open()) {
      for (int i = 0; i < 40; i++) {
        TagNumbers.pack(open, IndexRows.tag(METRIC, pair(SITE, i % 2)));
      }
    }
    return null;
  }

  private int columns(byte[] pair) throws IOException {
    try (Table table = connection.getTable(TagIndex.table(points))) {
      return table.get(new Get(IndexRows.tag(METRIC, pair))).size();
    }
  }

  @Test
  void aWriterPacksWhatItAdded() throws IOException {
    build(connection).build();
    index(connection, Duration.ofDays(1)).keeping(series(0, 5_000), () -> {});
    assertThat(columns(pair(SITE, 0))).isLessThan(1_100);
    try (IndexReader reader = index().reader(row -> {}).orElseThrow()) {
      assertThat(reader.withOneOf(METRIC, List.of(pair(SITE, 0))).getCardinality())
          .isEqualTo(2_500);
      assertThat(reader.withOneOf(METRIC, List.of(pair(SITE, 0), pair(SITE, 1))).getCardinality())
          .isEqualTo(5_000);
    }
  }

  /** None of them adds as many as it packs alone. */
  @Test
  void shortWritersPackWhatTheyAddedTogether() throws IOException {
    build(connection).build();
    for (int from = 0; from < 12_000; from += 300) {
      index(connection, Duration.ofDays(1)).keeping(series(from, from + 300), () -> {});
    }
    for (int site = 0; site < 2; site++) {
      assertThat(columns(pair(SITE, site))).isLessThan(3_000);
    }
    assertThat(numbers()).isEqualTo(12_000);
  }

  private int numbers() throws IOException {
    int found = 0;
    try (IndexReader reader = index().reader(row -> {}).orElseThrow()) {
      for (int site = 0; site < 2; site++) {
        found += reader.withOneOf(METRIC, List.of(pair(SITE, site))).getCardinality();
      }
    }
    return found;
  }

  /** What was believed when the write began is wrong when it ends. */
  @Test
  void anIndexThatBeginsWhileAWriterWrites() throws IOException {
    TagIndex slow = index();
    slow.keeping(
        series(0, 2),
        () -> {
          build(connection).build(); // it does not see what comes now
          putWithoutIndex(series(0, 2));
        });
    assertThat(indexed()).containsExactlyInAnyOrderElementsOf(series(0, 2));
  }

  @Test
  void anotherIndexWhileAWriterRemembersTheFirst() throws IOException {
    build(connection).build();
    TagIndex old = index();
    keep(old, series(0, 2));
    build(connection).drop();
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(points);
      admin.truncateTable(points, false);
    }
    build(connection).build();
    keep(old, series(0, 2));
    assertThat(indexed()).containsExactlyInAnyOrderElementsOf(series(0, 2));
  }

  /** Something that happens between two calls. */
  private interface Event {
    void happen() throws IOException;
  }

  /** A client that is held up before its call of a number that puts several rows, from 0. */
  private Connection heldUp(int number, Event meanwhile) {
    int[] calls = {0};
    return proxy(
        Connection.class,
        (method, arguments) -> {
          Object result = method.invoke(connection, arguments);
          return result instanceof Table table ? heldUp(table, calls, number, meanwhile) : result;
        });
  }

  private static Table heldUp(Table table, int[] calls, int number, Event meanwhile) {
    return proxy(
        Table.class,
        (method, arguments) -> {
          boolean several = method.getName().equals("put") && arguments[0] instanceof List;
          if (several && calls[0]++ == number) {
            meanwhile.happen();
          }
          return method.invoke(table, arguments);
        });
  }

  private interface Handler {
    Object call(Method method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return handler.call(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private void buildAnew() throws IOException {
    build(connection).drop();
    build(connection).build();
  }

  @Test
  void aWriterThatIsHeldUpWhileAnotherIndexIsBuilt() throws IOException {
    for (int call = 0; call < 2; call++) {
      int others = 100 + 100 * call;
      List<SeriesId> late = series(others - 50, others - 47);
      build(connection).build();
      Event meanwhile =
          () -> {
            buildAnew();
            keep(index(), series(others, others + 3));
          };
      keep(index(heldUp(call, meanwhile), Duration.ZERO), late);
      assertThat(indexed()).containsAll(series(others, others + 3)).containsAll(late);
      assertThat(check(/* adds= */ false).missing()).isZero();
    }
  }

  @Test
  void anIndexBehindADropThatDied() throws IOException {
    putWithoutIndex(series(0, 3));
    build(connection).build();
    IndexTable table = new IndexTable(connection, TagIndex.table(points));
    IndexState ready = table.state();
    assertThat(table.change(ready, ready.in(IndexPhase.OFF))).isTrue(); // and died
    build(connection).build();
    assertThat(indexed()).hasSize(3);
    assertThat(table.state().generation()).isNotEqualTo(ready.generation());
  }

  @Test
  void anIndexThatIsDroppedWhileAWriterBelievesInIt() throws IOException {
    build(connection).build();
    TagIndex believer = index(connection, Duration.ofDays(1));
    keep(believer, series(0, 2));
    build(connection).drop();
    keep(believer, series(2, 4));
    assertThat(believer.reader(row -> {})).isEmpty();
  }

  @Test
  void whatOtherProgramsWroteIsFoundAndAdded() throws IOException {
    build(connection).build();
    keep(index(), series(0, 20));
    putWithoutIndex(series(20, 50));
    try (Table table = connection.getTable(TagIndex.table(points))) {
      table.delete(new Delete(IndexRows.tag(METRIC, pair(KEY, 3))));
      table.delete(new Delete(IndexRows.number(METRIC, 5)));
      table.delete(new Delete(IndexRows.known(series(7))));
    }
    assertThat(check(/* adds= */ false)).isEqualTo(new IndexCheck.Found(50, 33));
    assertThat(check(/* adds= */ true)).isEqualTo(new IndexCheck.Found(50, 33));
    assertThat(check(/* adds= */ false)).isEqualTo(new IndexCheck.Found(50, 0));
    assertThat(indexed()).hasSize(50);
  }

  @Test
  void damagedBitmapsAreErrors() throws IOException {
    putWithoutIndex(series(0, 400));
    build(connection).build();
    byte[] row = IndexRows.tag(METRIC, pair(SITE, 1));
    try (Table table = connection.getTable(TagIndex.table(points))) {
      Result good = table.get(new Get(row));
      byte[] bytes = good.value();
      for (int i = 0; i < bytes.length; i++) {
        byte[] damaged = bytes.clone();
        damaged[i] ^= (byte) 0x81;
        damaged(table, row, damaged);
        damaged(table, row, Arrays.copyOf(bytes, i));
      }
      damaged(table, row, Bytes.add(bytes, new byte[1]));
      table.put(new Put(row).addColumn(FAMILY, IndexRows.bitmap(0), new byte[] {1, 2, 3}));
    }
    assertThatThrownBy(this::indexed)
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("cannot be read")
        .hasMessageContaining("build it again");
    assertThatThrownBy(() -> check(/* adds= */ true)).isInstanceOf(DamagedDataException.class);
  }

  /** An error, or a bitmap of other numbers of the block: nothing else, and soon. */
  private void damaged(Table table, byte[] row, byte[] value) throws IOException {
    table.put(new Put(row).addColumn(FAMILY, IndexRows.bitmap(0), value));
    try {
      TagNumbers.read(table.getName(), table.get(new Get(row)));
    } catch (DamagedDataException e) {
      assertThat(e).hasMessageContaining("cannot be read");
    }
  }

  @Test
  void aStateOfANewerVersionIsRefused() throws IOException {
    build(connection).build();
    try (Table table = connection.getTable(TagIndex.table(points))) {
      table.put(new Put(IndexRows.CONTROL).addColumn(FAMILY, IndexRows.STATE, new byte[] {9}));
    }
    assertThatThrownBy(() -> keep(index(), series(0, 1))).hasMessageContaining("this version");
    assertThat(pointsThere()).isEmpty();
  }

  private Collection<Result> pointsThere() throws IOException {
    List<Result> rows = new ArrayList<>();
    try (Table table = connection.getTable(points)) {
      table.getScanner(FAMILY).forEach(rows::add);
    }
    return rows;
  }

  @Test
  void moreSeriesThanNumbers() throws IOException {
    build(connection).build();
    try (Table table = connection.getTable(TagIndex.table(points))) {
      table.put(
          new Put(IndexRows.counter(METRIC))
              .addColumn(FAMILY, IndexRows.NUMBER, Bytes.toBytes(Integer.MAX_VALUE - 1L)));
    }
    keep(index(), series(0, 1));
    assertThat(indexed()).containsExactly(series(0));
    assertThatThrownBy(() -> keep(index(), series(1, 2))).hasMessageContaining("2147483647");
    assertThat(pointsThere()).hasSize(1);
  }

  /** Its name is taken by a table of somebody else, such as points. */
  @Test
  void aTableThatIsNoIndexIsLeftAlone() throws IOException {
    TableName other = TagIndex.table(points);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(other)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      assertThat(build(connection).drop()).isFalse();
      assertThatThrownBy(() -> build(connection).build()).hasMessageContaining("no index");
      assertThat(admin.tableExists(other)).isTrue();
    }
    keep(index(), series(0, 1));
    index().forget(METRIC);
  }

  /** By which no row is one of a series: the index would be ready, and lack them all. */
  @Test
  void anotherLayoutIsRefused() throws IOException {
    putWithoutIndex(series(0, 30));
    for (PointKeyLayout each :
        List.of(new PointKeyLayout(1, 20, 3, 3, 3), new PointKeyLayout(0, 20, 4, 4, 4))) {
      IndexBuild wrong = new IndexBuild(connection, points, each, Duration.ZERO, time -> {});
      assertThatThrownBy(wrong::build)
          .isInstanceOf(WrongLayoutException.class)
          .hasMessageContaining("layout of the table?");
      assertThat(wrong.state().phase()).isEqualTo(IndexPhase.OFF);
    }
    build(connection).build();
    assertThat(indexed()).hasSize(30);
  }
}
