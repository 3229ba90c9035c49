package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** A compacted row has the points it had. */
class RowCompactionTest extends StoreCase {
  private static final PointTime TIME = PointTime.ofSeconds(BASE);

  /** The points of the formats' example, a late one, and the same again. */
  @Test
  void compactsLatePointsToo() throws IOException {
    Series series = series("host", "a");
    putAt(series, PointTime.ofSeconds(BASE + 600), PointValue.of(300), 10);
    putAt(series, PointTime.ofMillis((BASE + 600) * 1_000 + 250), PointValue.of(1.5f), 20);
    store.annotate(series, TIME, "{}");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(cells(row(series, BASE)))
        .containsExactly("010000 = 7B7D", "2581F24A2E8B = 012C3FC0000001");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.NOT_NEEDED);
    putAt(series, PointTime.ofSeconds(BASE + 601), PointValue.of(7), 30);
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT)))
        .containsExactly(
            (BASE + 600) + "000 300", (BASE + 600) + "250 1.5", (BASE + 601) + "000 7");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(cells(row(series, BASE)))
        .containsExactly("010000 = 7B7D", "2581F24A2E8B2590 = 012C3FC000000701");
    // Another value of a point that is in the column already, of the same width.
    putAt(series, PointTime.ofSeconds(BASE + 601), PointValue.of(8), 40);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(cells(row(series, BASE)))
        .containsExactly("010000 = 7B7D", "2581F24A2E8B2590 = 012C3FC000000801");
  }

  /** Of a cell that was overwritten, the table may have the former version yet. */
  @Test
  void whatWasOverwrittenDoesNotComeBack() throws IOException {
    Series series = series("host", "a");
    putAt(series, TIME, PointValue.of(1), 10);
    try (Admin admin = connection.getAdmin()) {
      admin.flush(tables.data());
    }
    putAt(series, TIME, PointValue.of(2), 20);
    putAt(series, PointTime.ofSeconds(BASE + 1), PointValue.of(3), 30);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(cells(row(series, BASE))).hasSize(1);
    assertThat(
            shown(
                store(options.withDuplicates(DuplicateRule.REFUSE))
                    .read(all(), ReadLimits.DEFAULT)))
        .containsExactly(BASE + "000 2", (BASE + 1) + "000 3");
  }

  @Test
  void aRowOfNothingAndOfOnePoint() throws IOException {
    Series series = series("host", "a");
    store.annotate(series, TIME, "{}");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.NOT_NEEDED);
    putAt(series, TIME, PointValue.of(1), 10);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.NOT_NEEDED);
  }

  @Test
  void waitsForTheHourAndForItsCells() throws IOException {
    Series series = series("host", "a");
    long hourEnds = (BASE + 3_600) * 1_000;
    putAt(series, TIME, PointValue.of(1), 10);
    putAt(series, PointTime.ofSeconds(BASE + 1), PointValue.of(1), hourEnds);
    assertThat(compactAt(series, hourEnds - 1)).isEqualTo(RowCompaction.TOO_YOUNG);
    assertThat(compactAt(series, hourEnds + 60_000)).isEqualTo(RowCompaction.TOO_YOUNG);
    assertThat(cells(row(series, BASE))).hasSize(2);
    assertThat(compactAt(series, hourEnds + 60_001)).isEqualTo(RowCompaction.DONE);
  }

  private RowCompaction compactAt(Series series, long millis) throws IOException {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    return new PointStore(connection, uids, options, clock, System::nanoTime).compact(series, TIME);
  }

  /** Dead at each call, before and after it: all points are there, and the next one does it. */
  @Test
  void aDeathLeavesEveryPoint() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 4; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        Series series = series("host", "dying" + call + isMade);
        for (int i = 0; i < 10; i++) {
          putAt(series, PointTime.ofSeconds(BASE + i), PointValue.of(100L * i), i + 1);
        }
        List<String> before = pointsOf(series);
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        PointStore mortal =
            new PointStore(dying.connection(), uids, options, LATER, System::nanoTime);
        try {
          mortal.compact(series, TIME);
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
        }
        assertThat(pointsOf(series)).isEqualTo(before).hasSize(10);
        store.compact(series, TIME);
        assertThat(cells(row(series, BASE))).hasSize(1);
        assertThat(pointsOf(series)).isEqualTo(before);
      }
    }
    // The scan, the one for deletes, and the write.
    assertThat(deaths).isEqualTo(2 * 3);
  }

  private List<String> pointsOf(Series series) throws IOException {
    return shown(
        store.read(
            all(new TagFilter.OneOf("host", List.of(series.tags().get("host")))),
            ReadLimits.DEFAULT));
  }

  /** A slow one writes what it read before a late point came, and another one compacted that. */
  @Test
  void aSlowCompactorTakesNothingBack() throws IOException {
    for (PointValue late : List.of(PointValue.of(9), PointValue.of(999))) {
      Series series = series("host", "late" + late);
      putAt(series, TIME, PointValue.of(1), 10);
      putAt(series, PointTime.ofSeconds(BASE + 1), PointValue.of(2), 20);
      RowCompactor slow = new RowCompactor(options);
      try (Table table = connection.getTable(tables.data())) {
        SeriesRow old = scan(table, row(series, BASE));
        putAt(series, TIME, late, 30);
        List<String> right = List.of(BASE + "000 " + late, (BASE + 1) + "000 2");
        assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
        assertThat(slow.compact(table, old, LATER.millis(), TableFormat.OPENTSDB))
            .isEqualTo(RowCompaction.CHANGED);
        assertThat(pointsOf(series)).isEqualTo(right);
        store.compact(series, TIME);
        assertThat(pointsOf(series)).isEqualTo(right);
        assertThat(cells(row(series, BASE))).hasSize(1);
      }
    }
  }

  /** Two writers and a compactor at one row: each point is there, once. */
  @Test
  void pointsComeWhileTheirRowIsCompacted() throws Exception {
    Series series = series("host", "a");
    store.put(point(series, BASE, 0));
    int each = BackEnd.isHBase() ? 50 : 300;
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        int first = 1 + thread;
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    store.put(point(series, BASE + first + 2L * i, i));
                  }
                  return true;
                }));
      }
      AtomicBoolean over = new AtomicBoolean();
      Future<Integer> compactor =
          threads.submit(
              () -> {
                int done = 0;
                while (!over.get()) {
                  done += store.compact(series, TIME) == RowCompaction.DONE ? 1 : 0;
                }
                return done;
              });
      for (Future<?> writer : writers) {
        writer.get();
      }
      over.set(true);
      compactor.get();
    } finally {
      threads.shutdownNow();
    }
    List<String> wanted = new ArrayList<>(List.of(BASE + "000 0"));
    for (int i = 0; i < each; i++) {
      wanted.add((BASE + 1 + 2L * i) + "000 " + i);
      wanted.add((BASE + 2 + 2L * i) + "000 " + i);
    }
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT))).isEqualTo(wanted);
    store.compact(series, TIME);
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT))).isEqualTo(wanted);
    assertThat(cells(row(series, BASE))).hasSize(1);
  }

  static SeriesRow scan(Table table, byte[] row) throws IOException {
    ReadBudget budget = new ReadBudget(ReadLimits.DEFAULT, System::nanoTime);
    try (SeriesRowScanner rows =
        new SeriesRowScanner(
            table, new Scan().withStartRow(row).withStopRow(row, true), options.layout(), budget)) {
      return rows.next().orElseThrow();
    }
  }

  @Test
  void allRowsOfAMetric() throws IOException {
    for (int hour = 0; hour < 3; hour++) {
      for (int host = 0; host < 2; host++) {
        for (int i = 0; i <= hour; i++) {
          putAt(
              series("host", "h" + host),
              PointTime.ofSeconds(BASE + hour * 3_600L + i),
              PointValue.of(i),
              10);
        }
      }
    }
    List<String> before = shown(store.read(all(), ReadLimits.DEFAULT));
    PointTime end = PointTime.ofSeconds(BASE + 2 * 3_600);
    assertThat(store.compact(metric, TIME, end, ReadLimits.DEFAULT))
        .isEqualTo(Map.of(RowCompaction.DONE, 4L, RowCompaction.NOT_NEEDED, 2L));
    assertThat(store.compact(metric, TIME, end, ReadLimits.DEFAULT))
        .isEqualTo(Map.of(RowCompaction.NOT_NEEDED, 6L));
    assertThat(shown(store.read(all(), ReadLimits.DEFAULT))).isEqualTo(before).hasSize(12);
  }

  /** Writes of any width and resolution, early, late and again, with compactions between them. */
  @Test
  void aHistoryIsWhatAMapSays() throws IOException {
    Random random = new Random(BASE);
    Series series = series("host", "a");
    TreeMap<Long, PointValue> model = new TreeMap<>();
    int rounds = BackEnd.isHBase() ? 20 : 150;
    int stamp = 0;
    for (int round = 0; round < rounds; round++) {
      for (int i = random.nextInt(12); i >= 0; i--) {
        long millis = BASE * 1_000 + random.nextInt(40) * 500L;
        PointTime time = new PointTime(millis, millis % 1_000 != 0 || random.nextBoolean());
        PointValue value =
            random.nextBoolean()
                ? PointValue.of(random.nextLong() >> random.nextInt(64))
                : PointValue.of(random.nextFloat());
        putAt(series, time, value, ++stamp);
        model.put(millis, value);
      }
      if (random.nextInt(3) == 0) {
        store.compact(series, TIME);
      }
      List<String> wanted = new ArrayList<>();
      model.forEach((millis, value) -> wanted.add(millis + " " + value));
      assertThat(shown(store.read(all(), ReadLimits.DEFAULT)))
          .as("round %s", round)
          .isEqualTo(wanted);
    }
  }

  /**
   * An hour with a point in each millisecond of its first minute and a half: in parts, and left.
   */
  @Test
  void aRowThatIsTooLargeStays() throws IOException {
    Series series = series("host", "a");
    List<DataPoint> points = new ArrayList<>();
    int count = BackEnd.isHBase() ? 6_000 : 90_000;
    for (int i = 0; i < count; i++) {
      points.add(
          new DataPoint(series, PointTime.ofMillis(BASE * 1_000 + i), PointValue.of(i * 1e100)));
    }
    store.put(points);
    assertThat(store.read(all(), ReadLimits.DEFAULT).get(0).points().size()).isEqualTo(count);
    assertThat(store.compact(series, TIME))
        .isEqualTo(count > 80_000 ? RowCompaction.TOO_LARGE : RowCompaction.DONE);
    assertThat(
            store
                .read(all(), new ReadLimits(count, 1L << 30, 1, Duration.ofMinutes(1)))
                .get(0)
                .points()
                .size())
        .isEqualTo(count);
  }

  private void putOwn(Series series, int second, long value) throws IOException {
    PointTime time = PointTime.ofSeconds(BASE + second);
    putAt(series, time, PointValue.of(value), time.millis());
  }

  /** As OpenTSDB writes them, if it is told so: a later value has the same cell time. */
  @Test
  void cellsWithThePointsOwnTimesAreLeftAlone() throws IOException {
    Series series = series("host", "a");
    for (int i = 0; i < 5; i++) {
      putOwn(series, i, 1_000 + i);
    }
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.OWN_TIMES);
    assertThat(cells(row(series, BASE))).hasSize(5);
    putOwn(series, 2, 1_999);
    assertThat(pointsOf(series)).hasSize(5).contains((BASE + 2) + "000 1999");
    PointTime inMillis = PointTime.ofMillis(BASE * 1_000 + 1_234);
    Series other = series("host", "b");
    putAt(other, TIME, PointValue.of(1), 10);
    putAt(other, inMillis, PointValue.of(2), inMillis.millis());
    assertThat(store.compact(other, TIME)).isEqualTo(RowCompaction.OWN_TIMES);
  }

  /** A point may be written in the very millisecond of its time. */
  @Test
  void oneOfTenMayHaveItByChance() throws IOException {
    Series series = series("host", "a");
    putOwn(series, 0, 1);
    for (int i = 1; i < 9; i++) {
      putAt(series, PointTime.ofSeconds(BASE + i), PointValue.of(i), 10);
    }
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.OWN_TIMES);
    putAt(series, PointTime.ofSeconds(BASE + 9), PointValue.of(9), 10);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(pointsOf(series)).hasSize(10);
  }

  /** One cell more, of a time that the row had, is a change too. */
  @Test
  void aRowThatHasMoreIsNotRewritten() throws IOException {
    for (int more = 0; more < 3; more++) {
      Series series = series("host", "a" + more);
      putAt(series, TIME, PointValue.of(1), 10);
      putAt(series, PointTime.ofSeconds(BASE + 1), PointValue.of(2), 20);
      store.annotate(series, TIME, "{}");
      try (Table table = connection.getTable(tables.data())) {
        SeriesRow read = scan(table, row(series, BASE));
        for (int i = 0; i < more; i++) {
          putAt(series, PointTime.ofSeconds(BASE + 2 + i), PointValue.of(3), 20);
        }
        RowRewrite rewrite = new RowRewrite(row(series, BASE));
        rewrite.ifHasOnly(read.columnsOfPoints(), read.objects());
        read.columnsOfPoints().forEach(rewrite::delete);
        assertThat(rewrite.write(table, LATER.millis())).as("%s more", more).isEqualTo(more == 0);
        assertThat(cells(row(series, BASE))).hasSize(more == 0 ? 1 : 3 + more);
      }
    }
  }
}
