package io.rowandb.tsdb.uid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names get UIDs by OpenTSDB's protocol. */
@OnBackEnd
class UidsTest {
  private static Connection connection;
  private static TsdbTables tables;

  private Uids uids;

  @BeforeAll
  static void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("uids"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
  }

  @AfterAll
  static void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  @BeforeEach
  void open() throws IOException {
    try (Table table = connection.getTable(tables.uid());
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        table.delete(new org.apache.hadoop.hbase.client.Delete(row.getRow()));
      }
    }
    uids = uids(connection, PointKeyLayout.DEFAULT);
  }

  private static Uids uids(Connection connection, PointKeyLayout layout) {
    return new Uids(connection, new UidOptions(tables.uid(), layout, 1_000, ""), room -> {});
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  private static List<String> cells() throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = connection.getTable(tables.uid());
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          cells.add(
              hex(CellUtil.cloneRow(cell))
                  + " "
                  + Bytes.toString(CellUtil.cloneFamily(cell))
                  + ":"
                  + Bytes.toString(CellUtil.cloneQualifier(cell))
                  + " "
                  + hex(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  /** The example of the package's description. */
  @Test
  void theFirstMetric() throws IOException {
    assertThat(hex(uids.getOrCreate(UidKind.METRIC, "sys.cpu"))).isEqualTo("000001");
    assertThat(cells())
        .containsExactly(
            "00 id:metrics 0000000000000001",
            "000001 name:metrics 7379732E637075",
            "7379732E637075 id:metrics 000001");
    assertThat(uids(connection, PointKeyLayout.DEFAULT).name(UidKind.METRIC, new byte[] {0, 0, 1}))
        .isEqualTo("sys.cpu");
  }

  /** 16 threads, half of them on a connection of their own, want the same names at once. */
  @Test
  void noUidIsAssignedTwice(Configuration configuration) throws Exception {
    int names = BackEnd.isHBase() ? 20 : 200;
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Connection second = ConnectionFactory.createConnection(configuration)) {
      Uids others = uids(second, PointKeyLayout.DEFAULT);
      List<Future<Map<String, String>>> results = new ArrayList<>();
      for (int thread = 0; thread < 16; thread++) {
        int from = thread;
        Uids mine = thread % 2 == 0 ? uids : others;
        results.add(threads.submit(() -> assignAll(mine, names, from)));
      }
      Map<String, String> first = results.get(0).get();
      for (Future<Map<String, String>> each : results) {
        assertThat(each.get()).isEqualTo(first);
      }
      assertThat(first.values()).doesNotHaveDuplicates().hasSize(names);
      Uids fresh = uids(second, PointKeyLayout.DEFAULT);
      for (Map.Entry<String, String> each : first.entrySet()) {
        byte[] uid = HexFormat.of().parseHex(each.getValue());
        assertThat(fresh.name(UidKind.TAG_VALUE, uid)).isEqualTo(each.getKey());
      }
      // Two processes lose a number when both reserve one for a name; more than that they do not.
      assertThat(uids.room(UidKind.TAG_VALUE).used()).isBetween((long) names, 2L * names);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Map<String, String> assignAll(Uids uids, int names, int from) throws IOException {
    Map<String, String> assigned = new HashMap<>();
    for (int i = 0; i < names; i++) {
      String name = "host" + (from * 3 + i) % names;
      assigned.put(name, hex(uids.getOrCreate(UidKind.TAG_VALUE, name)));
    }
    return assigned;
  }

  /** Whoever dies loses one number at most; the name gets another, which leads back to it. */
  @Test
  void aDeathLosesANumberAndNothingElse() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 20; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        Uids mortal = uids(dying.connection(), PointKeyLayout.DEFAULT);
        String name = "name-" + call + "-" + isMade;
        long before = uids.room(UidKind.METRIC).used();
        try {
          mortal.getOrCreate(UidKind.METRIC, name);
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
        }
        deaths += dying.isDead() ? 1 : 0;
        byte[] uid = uids.getOrCreate(UidKind.METRIC, name);
        Uids fresh = uids(connection, PointKeyLayout.DEFAULT);
        assertThat(fresh.uid(UidKind.METRIC, name)).isEqualTo(uid);
        assertThat(fresh.name(UidKind.METRIC, uid)).isEqualTo(name);
        assertThat(uids.room(UidKind.METRIC).used() - before).isBetween(1L, 2L);
      }
    }
    // Two looks, the counter, two rows.
    assertThat(deaths).isEqualTo(2 * 5);
  }

  /** After any death within, the same call ends it. */
  @Test
  void aRenameIsMadeAgainAfterADeath() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 8; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        String old = "old-" + call + "-" + isMade;
        byte[] uid = uids.getOrCreate(UidKind.TAG_KEY, old);
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          uids(dying.connection(), PointKeyLayout.DEFAULT)
              .rename(UidKind.TAG_KEY, old, "new-" + old);
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
          Uids fresh = uids(connection, PointKeyLayout.DEFAULT);
          assertThat(fresh.name(UidKind.TAG_KEY, uid)).isIn(old, "new-" + old);
          if (fresh.find(UidKind.TAG_KEY, old).isPresent()) {
            fresh.rename(UidKind.TAG_KEY, old, "new-" + old);
          }
        }
        Uids fresh = uids(connection, PointKeyLayout.DEFAULT);
        assertThat(fresh.find(UidKind.TAG_KEY, old)).isEmpty();
        assertThat(fresh.uid(UidKind.TAG_KEY, "new-" + old)).isEqualTo(uid);
        assertThat(fresh.name(UidKind.TAG_KEY, uid)).isEqualTo("new-" + old);
      }
    }
    assertThat(deaths).isEqualTo(2 * 6);
  }

  @Test
  void aRenameTakesNobodysName() throws IOException {
    byte[] one = uids.getOrCreate(UidKind.METRIC, "one");
    byte[] two = uids.getOrCreate(UidKind.METRIC, "two");
    assertThatThrownBy(() -> uids.rename(UidKind.METRIC, "one", "two"))
        .hasMessage("there is a metric \"two\" already");
    assertThatThrownBy(() -> uids.rename(UidKind.METRIC, "none", "three"))
        .isInstanceOf(NoSuchNameException.class)
        .hasMessage("no such metric: \"none\"");
    assertThat(uids.uid(UidKind.METRIC, "one")).isEqualTo(one);
    uids.rename(UidKind.METRIC, "one", "three");
    assertThat(uids.name(UidKind.METRIC, one)).isEqualTo("three");
    assertThat(uids.getOrCreate(UidKind.METRIC, "one")).isNotEqualTo(one).isNotEqualTo(two);
  }

  /** Whoever writes by the new name meanwhile has a UID of his own, and keeps it. */
  @Test
  void aRenameThatDiedTakesNobodysName() throws IOException {
    byte[] uid = uids.getOrCreate(UidKind.TAG_VALUE, "before");
    DyingConnection dying = new DyingConnection(connection, 3, false);
    assertThatThrownBy(
            () ->
                uids(dying.connection(), PointKeyLayout.DEFAULT)
                    .rename(UidKind.TAG_VALUE, "before", "after"))
        .isInstanceOf(IOException.class);
    Uids other = uids(connection, PointKeyLayout.DEFAULT);
    byte[] others = other.getOrCreate(UidKind.TAG_VALUE, "after");
    assertThat(others).isNotEqualTo(uid);
    Uids again = uids(connection, PointKeyLayout.DEFAULT);
    assertThatThrownBy(() -> again.rename(UidKind.TAG_VALUE, "before", "after"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(again.uid(UidKind.TAG_VALUE, "after")).isEqualTo(others);
    assertThat(again.name(UidKind.TAG_VALUE, others)).isEqualTo("after");
    assertThat(again.uid(UidKind.TAG_VALUE, "before")).isEqualTo(uid);
  }

  @Test
  void whatIsDeletedIsNotAssignedAgain() throws IOException {
    byte[] uid = uids.getOrCreate(UidKind.METRIC, "gone");
    uids.delete(UidKind.METRIC, "gone");
    assertThat(uids.find(UidKind.METRIC, "gone")).isEmpty();
    // What a writer that knew the name writes late can be read.
    assertThat(uids.name(UidKind.METRIC, uid)).isEqualTo("gone");
    assertThat(uids.deleteUid(UidKind.METRIC, uid)).isFalse();
    assertThat(uids.restoreUid(UidKind.METRIC, uid)).isTrue();
    assertThat(uids.uid(UidKind.METRIC, "gone")).isEqualTo(uid);
    assertThat(uids.deleteUid(UidKind.METRIC, uid)).isTrue();
    assertThat(uids.getOrCreate(UidKind.METRIC, "gone")).isNotEqualTo(uid);
    assertThat(uids.restoreUid(UidKind.METRIC, uid)).isFalse();
    assertThat(uids.deleteUid(UidKind.METRIC, uid)).isFalse();
    assertThat(uids.find(UidKind.METRIC, "gone")).isPresent();
  }

  /** After a death within, points that have the UID have a name, or the name is whole. */
  @Test
  void aDeathLeavesNoNameThatLeadsNowhere() throws IOException {
    for (int call = 0; call < 3; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        String name = "deleted-" + call + "-" + isMade;
        byte[] uid = uids.getOrCreate(UidKind.METRIC, name);
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        assertThatThrownBy(
                () -> uids(dying.connection(), PointKeyLayout.DEFAULT).delete(UidKind.METRIC, name))
            .hasMessageStartingWith("dead at");
        Uids fresh = uids(connection, PointKeyLayout.DEFAULT);
        if (fresh.find(UidKind.METRIC, name).isPresent()) {
          assertThat(fresh.name(UidKind.METRIC, uid)).isEqualTo(name);
          fresh.delete(UidKind.METRIC, name);
        }
        assertThat(fresh.getOrCreate(UidKind.METRIC, name)).isNotEqualTo(uid);
      }
    }
  }

  /** UIDs of one byte: 255 of them, with a warning for each percent from 90 on. */
  @Test
  void warnsBeforeTheLastAndThenRefuses() throws IOException {
    List<Integer> warned = new ArrayList<>();
    PointKeyLayout narrow = new PointKeyLayout(0, 1, 1, 1, 1);
    Uids few =
        new Uids(
            connection,
            new UidOptions(tables.uid(), narrow, 10, ""),
            room -> warned.add(room.percentUsed()));
    try (Table table = connection.getTable(tables.uid())) {
      table.put(
          new Put(new byte[] {0})
              .addColumn(UidRows.ID, UidKind.METRIC.qualifier(), Bytes.toBytes(220L)));
    }
    for (int i = 221; i <= 255; i++) {
      few.getOrCreate(UidKind.METRIC, "m" + i);
    }
    assertThat(warned).containsExactly(90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100);
    assertThat(few.room(UidKind.METRIC)).isEqualTo(new UidRoom(UidKind.METRIC, 255, 255));
    assertThatThrownBy(() -> few.getOrCreate(UidKind.METRIC, "m256"))
        .isInstanceOf(UidsFullException.class)
        .hasMessage("all 255 UIDs of a metric are assigned; \"m256\" has none");
    assertThat(few.find(UidKind.METRIC, "m256")).isEmpty();
    assertThat(few.cached()).isLessThanOrEqualTo(20);
  }

  /** As when a copy of the counter's row came back. */
  @Test
  void aCounterThatIsBehindTakesNobodysUid() throws IOException {
    byte[] first = uids.getOrCreate(UidKind.METRIC, "first");
    try (Table table = connection.getTable(tables.uid())) {
      table.put(
          new Put(new byte[] {0})
              .addColumn(UidRows.ID, UidKind.METRIC.qualifier(), Bytes.toBytes(0L)));
    }
    assertThat(hex(uids.getOrCreate(UidKind.METRIC, "second"))).isEqualTo("000002");
    assertThat(uids.name(UidKind.METRIC, first)).isEqualTo("first");
  }

  @Test
  void suggestsByPrefix() throws IOException {
    for (String name : List.of("sys.cpu", "sys.mem", "sys.zfs", "web.hits", "\u00e9t\u00e9")) {
      uids.getOrCreate(UidKind.METRIC, name);
    }
    uids.getOrCreate(UidKind.TAG_KEY, "sys.host");
    assertThat(uids.suggest(UidKind.METRIC, "sys", Uids.DEFAULT_SUGGESTIONS))
        .containsExactly("sys.cpu", "sys.mem", "sys.zfs");
    assertThat(uids.suggest(UidKind.METRIC, "sys", 2)).containsExactly("sys.cpu", "sys.mem");
    assertThat(uids.suggest(UidKind.METRIC, "", 10))
        .containsExactly("sys.cpu", "sys.mem", "sys.zfs", "web.hits", "\u00e9t\u00e9");
    assertThatThrownBy(() -> uids.suggest(UidKind.METRIC, "", 0)).hasMessageContaining("0");
  }

  @Test
  void widthsMustBeThoseOfTheTable() throws IOException {
    uids.getOrCreate(UidKind.METRIC, "three");
    Uids wide = uids(connection, new PointKeyLayout(0, 1, 4, 3, 3));
    assertThatThrownBy(() -> wide.uid(UidKind.METRIC, "three"))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("set to 4 bytes, but \"three\"");
  }

  /** Names of other kinds are looked at too. */
  @Test
  void suggestionsAreBounded() throws IOException {
    for (int i = 0; i < 5; i++) {
      uids.getOrCreate(UidKind.TAG_VALUE, "bounded" + i);
    }
    uids.getOrCreate(UidKind.METRIC, "bounded9");
    assertThat(uids.suggest(UidKind.METRIC, "bounded", 1, 6)).containsExactly("bounded9");
    assertThat(uids.suggest(UidKind.TAG_VALUE, "bounded", 2, 2)).hasSize(2);
    assertThatThrownBy(() -> uids.suggest(UidKind.METRIC, "bounded", 1, 5))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 5 names were looked at; give a longer prefix");
  }
}
