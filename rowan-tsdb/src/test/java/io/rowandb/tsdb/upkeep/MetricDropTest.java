package io.rowandb.tsdb.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.meta.MetaSync;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.tree.RuleType;
import io.rowandb.tsdb.tree.TreeChange;
import io.rowandb.tsdb.tree.TreeRule;
import io.rowandb.tsdb.tree.TreeStore;
import io.rowandb.tsdb.tree.TreeSync;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidEntry;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A metric goes, and nothing of another one. */
@OnBackEnd
class MetricDropTest {
  private static final long BASE = 1_309_687_200L;

  private Connection connection;
  private TsdbTables tables;
  private PointStoreOptions options;
  private Uids uids;
  private PointStore store;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("points"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    options = PointStoreOptions.of(tables);
    uids = uids(connection);
    store = new PointStore(connection, uids, options);
  }

  @AfterEach
  void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  private Uids uids(Connection by) {
    return new Uids(by, new UidOptions(tables.uid(), PointKeyLayout.DEFAULT, 100, ""), room -> {});
  }

  /** Two metrics that share a tag key and some values. */
  private void write() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int hour = 0; hour < 3; hour++) {
      for (String host : List.of("a", "b", "shared")) {
        points.add(point("old", Map.of("host", host, "site", "north"), hour));
      }
      points.add(point("new", Map.of("host", "shared", "rack", "north"), hour));
    }
    store.put(points);
    store.annotate(
        Series.of("old", Map.of("host", "a", "site", "north")), PointTime.ofSeconds(BASE), "{}");
  }

  private static DataPoint point(String metric, Map<String, String> tags, int hour) {
    return new DataPoint(
        Series.of(metric, tags),
        PointTime.ofSeconds(BASE + hour * 3_600L),
        PointValue.of(hour + 1L));
  }

  private Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    uids(connection).forEach(each -> names.add(each.kind() + " " + each.name()));
    return names;
  }

  private int pointsOf(String metric) throws IOException {
    return store
        .read(new RangeQuery(metric, 0, BASE * 2_000, List.of()), ReadLimits.DEFAULT)
        .stream()
        .mapToInt(each -> each.points().size())
        .sum();
  }

  /** All series have meta data, and are in a tree or noted as not in it. */
  private void describe() throws IOException {
    new MetaSync(connection, options, uids(connection)).run();
    TreeStore trees =
        new TreeStore(connection, store, uids(connection), Clock.systemUTC(), () -> {});
    if (trees.find(1).isEmpty()) {
      Optional<Boolean> yes = Optional.of(true);
      trees.create(new TreeChange("t", "", "", yes, yes, yes));
      trees.change(rule(0, RuleType.METRIC, ""), false);
      trees.change(rule(1, RuleType.TAGK, "host"), false);
    }
    new TreeSync(connection, store, uids(connection)).run();
  }

  private static TreeRule rule(int level, RuleType type, String field) {
    return new TreeRule(1, level, 0, Optional.of(type), field, "", "", 0, "", "", "", "");
  }

  /** Leaves and failures of a tree. */
  private List<String> treed() throws IOException {
    List<String> found = new ArrayList<>();
    try (Table table = connection.getTable(tables.tree());
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        for (Cell cell : row.rawCells()) {
          String column = Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
          if (column.startsWith("leaf:") || column.startsWith("tree_not_matched:")) {
            found.add(column);
          }
        }
      }
    }
    return found;
  }

  @Test
  void leavesOfTreesGoWithTheName() throws IOException {
    write();
    store.put(List.of(point("old", Map.of("rack", "r"), 0)));
    describe();
    assertThat(treed()).hasSize(5);
    dropping().drop("old", false);
    assertThat(treed()).as("as long as it has its name").hasSize(5);
    dropping().drop("old", true);
    assertThat(treed()).hasSize(1).allMatch(each -> each.startsWith("leaf:"));
  }

  /** Of how many series there are meta data. */
  private int described() throws IOException {
    int count = 0;
    try (Table table = connection.getTable(tables.meta());
        ResultScanner rows = table.getScanner(new Scan())) {
      while (rows.next() != null) {
        count++;
      }
    }
    return count;
  }

  private MetricDrop dropping() {
    return new MetricDrop(connection, options, uids);
  }

  @Test
  void rowsGoAndNamesStay() throws IOException {
    write();
    assertThat(dropping().drop("old", false)).isEqualTo(new MetricDrop.Dropped(9, 0, 0));
    assertThat(pointsOf("old")).isZero();
    assertThat(pointsOf("new")).isEqualTo(3);
    assertThat(dropping().drop("old", false)).isEqualTo(new MetricDrop.Dropped(0, 0, 0));
    assertThat(names()).contains("metric old", "tag value a");
    assertThatThrownBy(() -> dropping().drop("none", false))
        .isInstanceOf(NoSuchNameException.class);
  }

  private static final String[] LEFT = {
    "metric new", "tag key host", "tag key rack", "tag value north", "tag value shared"
  };

  @Test
  void namesThatNobodyUsesGoToo() throws IOException {
    write();
    // Not of the metric, so it stays.
    uids.getOrCreate(UidKind.TAG_VALUE, "later");
    MetricDrop.Dropped dropped = dropping().drop("old", true);
    assertThat(dropped).isEqualTo(new MetricDrop.Dropped(9, 4, 0));
    TreeSet<String> left = new TreeSet<>(List.of(LEFT));
    left.add("tag value later");
    assertThat(names()).isEqualTo(left);
    assertThat(pointsOf("new")).isEqualTo(3);
    assertThatThrownBy(() -> dropping().drop("old", true)).isInstanceOf(NoSuchNameException.class);
    // Its name can be assigned anew, with another UID.
    write();
    assertThat(pointsOf("old")).isEqualTo(9);
  }

  /** Dead at each call, before and after it: a second one does the rest. */
  @Test
  @Tag("slow")
  void aDeathIsMadeGood() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 60; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        write();
        describe();
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        Uids mortal = uids(dying.connection());
        try {
          new MetricDrop(dying.connection(), options, mortal).drop("old", true);
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
          uids = uids(connection);
          store = new PointStore(connection, uids, options);
          if (uids.find(UidKind.METRIC, "old").isPresent()) {
            dropping().drop("old", true);
          }
        }
        uids = uids(connection);
        store = new PointStore(connection, uids, options);
        assertThat(names()).as("call %s, made %s", call, isMade).containsExactly(LEFT);
        assertThat(described()).as("call %s, made %s", call, isMade).isEqualTo(1);
        assertThat(treed()).as("call %s, made %s", call, isMade).hasSize(1);
        assertThat(pointsOf("new")).isEqualTo(3);
        assertThat(new UidUse(connection, options).isUsed(UidKind.TAG_KEY, uid("rack"))).isTrue();
        if (!dying.isDead()) {
          assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 4 : 30);
          return;
        }
      }
      if (BackEnd.isHBase()) {
        call += 6;
      }
    }
  }

  /** Before the first delete is made. */
  @Test
  void whatIsWrittenMeanwhileStaysWithItsNames() throws IOException {
    for (boolean namesToo : new boolean[] {false, true}) {
      write();
      DataPoint late = point("old", Map.of("host", "a", "site", "north"), 1);
      MeddledConnection meddled =
          new MeddledConnection(connection, "batch", () -> store.put(List.of(late)));
      MetricDrop drop = new MetricDrop(meddled.connection(), options, uids);
      assertThat(drop.drop("old", namesToo).rowsLeft()).isEqualTo(1);
      assertThat(meddled.isDone()).isTrue();
      assertThat(pointsOf("old")).isEqualTo(1);
      assertThat(names()).contains("metric old", "tag key site", "tag value a");
      assertThat(dropping().drop("old", namesToo).rowsLeft()).isZero();
      assertThat(pointsOf("new")).isEqualTo(3);
    }
    assertThat(names()).containsExactly(LEFT);
  }

  /** Right after a drop, in its millisecond too. */
  @Test
  void whatIsWrittenRightAfterwardsStays() throws IOException {
    DataPoint point = point("old", Map.of("host", "a"), 0);
    for (int i = 0; i < 40; i++) {
      store.put(List.of(point));
      dropping().drop("old", false);
      store.put(List.of(point));
      assertThat(pointsOf("old")).as("round %s", i).isEqualTo(1);
    }
  }

  /** Another program knows the tag's names, and uses them when they were found unused. */
  @Test
  void aNameThatComesInUseIsPutBack() throws IOException {
    write();
    PointStore other = new PointStore(connection, uids(connection), options);
    DataPoint before = point("new", Map.of("host", "b"), 0);
    other.put(List.of(point("old", Map.of("host", "b"), 0), point("new", Map.of("rack", "x"), 0)));
    MeddledConnection meddled =
        new MeddledConnection(connection, "checkAndMutate", () -> other.put(List.of(before)));
    new MetricDrop(meddled.connection(), options, uids(meddled.connection())).drop("old", true);
    assertThat(meddled.isDone()).isTrue();
    assertThat(names()).contains("tag value b").doesNotContain("tag value a", "metric old");
    assertThat(pointsOf("new")).isEqualTo(5);
    MeddledConnection again =
        new MeddledConnection(
            connection,
            "checkAndMutate",
            () -> other.put(List.of(point("new", Map.of("host", "y"), 0))));
    uids.getOrCreate(UidKind.TAG_VALUE, "y");
    assertThat(
            new NameRemoval(again.connection(), options, uids(again.connection()))
                .remove(UidKind.TAG_VALUE, "y"))
        .isFalse();
    assertThat(again.isDone()).isTrue();
    assertThat(names()).contains("tag value y");
  }

  /** A program that knows a name writes by it after it was taken away: nothing is lost. */
  @Test
  void lateRowsOfANameThatIsGoneCanBeRead() throws IOException {
    PointStore other = new PointStore(connection, uids(connection), options);
    other.put(List.of(point("old", Map.of("host", "z"), 0), point("new", Map.of("host", "a"), 0)));
    dropping().drop("old", true);
    assertThat(names()).doesNotContain("tag value z");
    other.put(List.of(point("new", Map.of("host", "z"), 0)));
    FsckOptions all = new FsckOptions(Optional.empty(), true, true, DuplicateRule.LAST);
    Fsck fsck =
        new Fsck(
            connection,
            options,
            uids(connection),
            all,
            Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));
    assertThat(fsck.run().found()).isEmpty();
    uids = uids(connection);
    store = new PointStore(connection, uids, options);
    assertThat(pointsOf("new")).isEqualTo(2);
  }

  private byte[] uid(String key) throws IOException {
    return uids.uid(UidKind.TAG_KEY, key);
  }

  @Test
  void useOfUids() throws IOException {
    write();
    UidUse use = new UidUse(connection, options);
    byte[] unused = uids.getOrCreate(UidKind.TAG_VALUE, "unused");
    assertThat(use.isUsed(UidKind.TAG_VALUE, unused)).isFalse();
    assertThat(use.isUsed(UidKind.TAG_VALUE, uids.uid(UidKind.TAG_VALUE, "a"))).isTrue();
    assertThat(use.isUsed(UidKind.TAG_KEY, uid("host"))).isTrue();
    assertThat(use.isUsed(UidKind.METRIC, uids.uid(UidKind.METRIC, "old"))).isTrue();
    assertThat(use.isUsed(UidKind.METRIC, uids.getOrCreate(UidKind.METRIC, "no.points"))).isFalse();
    List<UidEntry> entries = new ArrayList<>();
    uids.forEach(entries::add);
    assertThat(entries)
        .contains(
            new UidEntry(UidKind.METRIC, "old", "000001"),
            new UidEntry(UidKind.METRIC, "no.points", "000003"));
  }
}
