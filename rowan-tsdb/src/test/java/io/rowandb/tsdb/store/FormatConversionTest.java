package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PackedHour;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.rows.WrongLayoutException;
import io.rowandb.tsdb.store.FormatConversion.Converted;
import io.rowandb.tsdb.upkeep.Fault;
import io.rowandb.tsdb.upkeep.Fsck;
import io.rowandb.tsdb.upkeep.FsckOptions;
import io.rowandb.tsdb.upkeep.FsckReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables are converted both ways, and answer as before. */
class FormatConversionTest extends StoreCase {
  private static final PointTime TIME = PointTime.ofSeconds(BASE);
  private static final String PACKED = hex(PackedHour.qualifier());

  private long stamp;

  /** Tables of its own for each test, as a format is one of a whole table. */
  @BeforeEach
  void ownTables() throws IOException {
    drop();
    create(connection);
    store = store(options);
    stamp = 10;
  }

  private FormatConversion conversion(Connection by) {
    return new FormatConversion(by, options, LATER);
  }

  private TableFormat format() throws IOException {
    return TableFormat.of(connection, tables.data());
  }

  private void write(Series series, int second, long value) throws IOException {
    putAt(series, PointTime.ofSeconds(BASE + second), PointValue.of(value), ++stamp);
  }

  private Series hour(String host) throws IOException {
    Series series = series("host", host);
    for (int i = 0; i < 8; i++) {
      write(series, 10 * i, 1_000 + i);
    }
    return series;
  }

  private List<String> points(DuplicateRule rule) throws IOException {
    return shown(store(options.withDuplicates(rule)).read(all(), ReadLimits.DEFAULT));
  }

  private boolean isPacked(Series series) throws IOException {
    return cells(row(series, BASE)).stream().anyMatch(each -> each.startsWith(PACKED));
  }

  /** Kinds, widths, resolutions, annotations and late points; then each way and back. */
  @Test
  void bothWaysTheAnswersAreTheSame() throws IOException {
    Random random = new Random(BASE);
    List<Series> all = new ArrayList<>();
    for (int host = 0; host < 6; host++) {
      Series series = series("host", "h" + host);
      all.add(series);
      for (int i = 0; i < 40; i++) {
        boolean inMillis = host % 2 == 0 && random.nextBoolean();
        long millis = BASE * 1_000 + random.nextInt(2 * 3_600) * 1_000L + (inMillis ? 7 : 0);
        putAt(series, new PointTime(millis, inMillis), value(random, host), ++stamp);
      }
      store.annotate(series, TIME, "{\"description\":\"" + host + "\"}");
    }
    List<String> before = points(DuplicateRule.LAST);
    List<String> notes = annotations();
    assertThat(conversion(connection).pack().isComplete()).isTrue();
    assertThat(format()).isEqualTo(TableFormat.PACKED);
    assertThat(points(DuplicateRule.REFUSE)).isEqualTo(before);
    assertThat(annotations()).isEqualTo(notes).hasSize(6);
    int packed = 0;
    for (Series each : all) {
      packed += isPacked(each) ? 1 : 0;
      assertThat(cells(row(each, BASE))).hasSize(2);
    }
    assertThat(packed).isGreaterThan(1); // random numbers are not smaller
    assertThat(conversion(connection).pack().rows(RowCompaction.NOT_NEEDED)).isEqualTo(12);
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(format()).isEqualTo(TableFormat.OPENTSDB);
    assertThat(points(DuplicateRule.REFUSE)).isEqualTo(before);
    assertThat(annotations()).isEqualTo(notes);
    for (Series each : all) {
      assertThat(isPacked(each)).isFalse();
      assertThat(cells(row(each, BASE))).hasSize(2);
      assertThat(store.compact(each, TIME)).isEqualTo(RowCompaction.NOT_NEEDED);
    }
  }

  private static PointValue value(Random random, int host) {
    return switch (host % 3) {
      case 0 -> PointValue.of(random.nextLong() >> random.nextInt(64));
      case 1 -> PointValue.of(random.nextInt(1_000) / 10.0f);
      default -> PointValue.of(random.nextBoolean() ? random.nextGaussian() : 0.25);
    };
  }

  private List<String> annotations() throws IOException {
    List<String> found = new ArrayList<>();
    for (SeriesPoints each : store.read(all(), ReadLimits.DEFAULT)) {
      each.annotations().forEach(note -> found.add(note.json()));
    }
    return found;
  }

  @Test
  void latePointsAreMergedAndPackedLater() throws IOException {
    Series series = hour("a");
    conversion(connection).pack();
    assertThat(cells(row(series, BASE))).hasSize(1);
    write(series, 10, 5);
    write(series, 11, 6);
    assertThat(points(DuplicateRule.LAST))
        .hasSize(9)
        .contains((BASE + 10) + "000 5", (BASE + 11) + "000 6");
    assertThat(points(DuplicateRule.FIRST)).hasSize(9).contains((BASE + 10) + "000 1001");
    assertThatThrownBy(() -> points(DuplicateRule.REFUSE))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("1001 and 5");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(cells(row(series, BASE))).hasSize(1);
    assertThat(isPacked(series)).isTrue();
    assertThat(points(DuplicateRule.REFUSE)).hasSize(9).contains((BASE + 10) + "000 5");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.NOT_NEEDED);
  }

  @Test
  void appendedPointsArePackedToo() throws IOException {
    Series series = series("host", "a");
    PointStore appending = store(options.withAppends(true));
    for (int i = 0; i < 9; i++) {
      appending.put(point(series, BASE + 9 - i, i));
    }
    List<String> before = points(DuplicateRule.LAST);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.HAS_APPENDS);
    assertThat(conversion(connection).pack().rows(RowCompaction.DONE)).isEqualTo(1);
    assertThat(cells(row(series, BASE))).hasSize(1);
    // The clock of this test says that the row is settled; by the servers' it is not, whose times
    // of appends run ahead of the clock when there are several in a millisecond.
    long packedAt = newestTime(series);
    while (System.currentTimeMillis() <= packedAt) {
      Thread.onSpinWait();
    }
    appending.put(point(series, BASE + 9, 77));
    assertThat(points(DuplicateRule.LAST)).hasSize(9).contains((BASE + 9) + "000 77");
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(cells(row(series, BASE))).hasSize(1);
    assertThat(points(DuplicateRule.REFUSE)).hasSize(9).containsAll(before.subList(0, 8));
  }

  private long newestTime(Series series) throws IOException {
    try (Table table = connection.getTable(tables.data())) {
      return RowCompactionTest.scan(table, row(series, BASE)).columnsOfPoints().stream()
          .mapToLong(Cell::getTimestamp)
          .max()
          .orElseThrow();
    }
  }

  @Test
  void pointsAreRemovedFromAPackedHour() throws IOException {
    Series series = hour("a");
    conversion(connection).pack();
    PointScans scans = new PointScans(connection, uids, options, LATER);
    RangeQuery some = new RangeQuery(metric, (BASE + 10) * 1_000, (BASE + 25) * 1_000, List.of());
    assertThat(scans.erase(some, ReadLimits.NONE, each -> {})).isEqualTo(new Erased(2, 0));
    assertThat(points(DuplicateRule.REFUSE)).hasSize(6).doesNotContain((BASE + 10) + "000 1001");
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(isPacked(series)).isTrue();
    assertThat(points(DuplicateRule.REFUSE)).hasSize(6);
    assertThat(scans.erase(all(), ReadLimits.NONE, each -> {})).isEqualTo(new Erased(6, 0));
    assertThat(points(DuplicateRule.REFUSE)).isEmpty();
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(points(DuplicateRule.REFUSE)).isEmpty();
  }

  /** Dead before or after each call, each way: nothing is lost, and the next one goes on. */
  @Test
  void aDeathLeavesEveryPoint() throws IOException {
    List<Series> all = List.of(hour("a"), hour("b"));
    List<String> before = points(DuplicateRule.LAST);
    int deaths = 0;
    int calls = BackEnd.isHBase() ? 2 : 8;
    for (int call = 0; call < calls; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        for (boolean pack : new boolean[] {true, false}) {
          DyingConnection dying = new DyingConnection(connection, call, isMade);
          try {
            convert(conversion(dying.connection()), pack);
          } catch (IOException e) {
            assertThat(dying.isDead()).as(e.getMessage()).isTrue();
            deaths++;
          }
          assertThat(points(DuplicateRule.REFUSE)).isEqualTo(before);
          assertThat(convert(conversion(connection), pack).isComplete()).isTrue();
          assertThat(points(DuplicateRule.REFUSE)).isEqualTo(before);
          assertThat(format()).isEqualTo(pack ? TableFormat.PACKED : TableFormat.OPENTSDB);
          for (Series each : all) {
            assertThat(isPacked(each)).isEqualTo(pack);
          }
        }
      }
    }
    assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 4 : 16);
  }

  private static Converted convert(FormatConversion conversion, boolean pack) throws IOException {
    return pack ? conversion.pack() : conversion.unpack();
  }

  /** A point comes between the read of its row and the write. */
  @Test
  void aWriterBeside() throws IOException {
    Series series = hour("a");
    for (boolean pack : new boolean[] {true, false}) {
      int second = pack ? 101 : 102;
      MeddledConnection meddled =
          new MeddledConnection(connection, "checkAndMutate", () -> write(series, second, 1));
      Converted first = convert(conversion(meddled.connection()), pack);
      assertThat(meddled.isDone()).isTrue();
      assertThat(first.rows(RowCompaction.CHANGED)).isEqualTo(1);
      assertThat(first.isComplete()).isEqualTo(pack);
      assertThat(points(DuplicateRule.REFUSE)).hasSize(pack ? 9 : 10);
      if (!pack) {
        assertThat(format()).isEqualTo(TableFormat.UNPACKING);
      }
      assertThat(convert(conversion(connection), pack).isComplete()).isTrue();
      assertThat(points(DuplicateRule.REFUSE)).hasSize(pack ? 9 : 10);
      assertThat(isPacked(series)).isEqualTo(pack);
    }
  }

  @Test
  void aFormatOfALaterVersionIsRefused() throws IOException {
    Series series = hour("a");
    note("packed-2");
    PointStore fresh = store(options);
    PointScans scans = new PointScans(connection, uids, options, LATER);
    assertThatThrownBy(() -> fresh.read(all(), ReadLimits.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("format packed-2, which this version does not know");
    assertThatThrownBy(() -> fresh.put(point(series, BASE, 1))).hasMessageContaining("packed-2");
    assertThatThrownBy(() -> store.compact(series, TIME)).hasMessageContaining("packed-2");
    assertThatThrownBy(() -> scans.erase(all(), ReadLimits.NONE, each -> {}))
        .hasMessageContaining("packed-2");
    assertThatThrownBy(() -> conversion(connection).pack()).hasMessageContaining("packed-2");
    assertThatThrownBy(() -> conversion(connection).unpack()).hasMessageContaining("packed-2");
    assertThatThrownBy(() -> fsck(true)).hasMessageContaining("packed-2");
    note("");
    assertThat(points(DuplicateRule.REFUSE)).hasSize(8);
  }

  private void note(String format) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptorBuilder changed =
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(tables.data()));
      admin.modifyTable(changed.setValue(TableFormat.NOTE, format).build());
    }
  }

  private FsckReport fsck(boolean mends) throws IOException {
    FsckOptions what = new FsckOptions(Optional.of(metric), mends, mends, DuplicateRule.LAST, true);
    return new Fsck(connection, options, uids, what, LATER).run();
  }

  @Test
  void fsckKnowsPackedHours() throws IOException {
    Series good = hour("good");
    Series bad = hour("bad");
    conversion(connection).pack();
    assertThat(fsck(true).found()).isEmpty();
    try (Table table = connection.getTable(tables.data())) {
      byte[] damaged = PackedHour.toBytes(BASE, scanned(table, good));
      damaged[4] ^= 1;
      table.put(
          new Put(row(bad, BASE), ++stamp).addColumn(FAMILY, PackedHour.qualifier(), damaged));
    }
    assertThatThrownBy(() -> points(DuplicateRule.LAST))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("checksum");
    Converted back = conversion(connection).unpack();
    assertThat(back.damaged()).isEqualTo(1);
    assertThat(back.isComplete()).isFalse();
    assertThat(format()).isEqualTo(TableFormat.UNPACKING);
    assertThat(fsck(true).found()).containsOnlyKeys(Fault.BAD_PACKED);
    assertThat(points(DuplicateRule.REFUSE)).hasSize(8);
    conversion(connection).pack();
    note("");
    assertThat(fsck(false).found()).containsOnlyKeys(Fault.UNNOTED_PACKED);
    assertThat(fsck(true).rowsChanged()).isEqualTo(1);
    assertThat(isPacked(good)).isFalse();
    assertThat(fsck(false).found()).isEmpty();
    assertThat(points(DuplicateRule.REFUSE)).hasSize(8);
  }

  private io.rowandb.tsdb.codec.Points scanned(Table table, Series series) throws IOException {
    return RowCompactionTest.scan(table, row(series, BASE)).points(DuplicateRule.LAST);
  }

  /** Limits count points, however small they are. */
  @Test
  void limitsHold() throws IOException {
    hour("a");
    conversion(connection).pack();
    ReadLimits few = new ReadLimits(7, 1 << 20, 10, ReadLimits.DEFAULT.maxTime());
    assertThatThrownBy(() -> store.read(all(), few)).isInstanceOf(LimitExceededException.class);
  }

  @Test
  void aTableOfNothing() throws IOException {
    assertThat(conversion(connection).unpack().rows()).isEmpty();
    assertThat(conversion(connection).pack().rows()).isEmpty();
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(format()).isEqualTo(TableFormat.OPENTSDB);
  }

  /** What cannot be read at all is passed over, and the others are converted. */
  @Test
  void aRowThatCannotBeReadStopsNothing() throws IOException {
    Series bad = hour("a");
    Series good = hour("b");
    try (Table table = connection.getTable(tables.data())) {
      byte[] noQualifier = {};
      table.put(new Put(row(bad, BASE), ++stamp).addColumn(FAMILY, noQualifier, new byte[] {1}));
    }
    Converted packed = conversion(connection).pack();
    assertThat(packed.damaged()).isEqualTo(1);
    assertThat(packed.isComplete()).isFalse();
    assertThat(isPacked(good)).isTrue();
    Converted back = conversion(connection).unpack();
    assertThat(back.isComplete()).isTrue();
    assertThat(isPacked(good)).isFalse();
  }

  /** No row takes more memory than a bound. */
  @Test
  void aRowOfTooManyCellsIsLeft() throws IOException {
    assumeFalse(BackEnd.isHBase());
    Series large = hour("a");
    try (Table table = connection.getTable(tables.data())) {
      Put notes = new Put(row(large, BASE), ++stamp);
      for (int i = 0; i < 100_000; i++) {
        byte[] note = {1, (byte) (i >> 16), (byte) (i >> 8), (byte) i, 0};
        notes.addColumn(FAMILY, note, new byte[] {'{'});
      }
      table.put(notes);
    }
    Series good = hour("b");
    assertThat(conversion(connection).pack().rows())
        .isEqualTo(Map.of(RowCompaction.TOO_LARGE, 1L, RowCompaction.DONE, 1L));
    assertThat(isPacked(good)).isTrue();
  }

  /** By a wrong layout no row is one; and of the right one, some may be damaged. */
  @Test
  void aWrongLayoutConvertsNothing() throws IOException {
    Series series = hour("a");
    conversion(connection).pack();
    PointKeyLayout salted = new PointKeyLayout(1, 4, 3, 3, 3);
    FormatConversion wrong = new FormatConversion(connection, options.withLayout(salted), LATER);
    for (boolean pack : new boolean[] {true, false}) {
      assertThatThrownBy(() -> convert(wrong, pack))
          .isInstanceOf(WrongLayoutException.class)
          .hasMessageContaining("1 of 1 rows of a sample of " + tables.data());
      assertThat(format()).isEqualTo(TableFormat.PACKED);
      assertThat(isPacked(series)).isTrue();
    }
  }

  /** Few rows without a right key are damage, but packed yet. */
  @Test
  void aPackedColumnUnderABadKeyIsPackedYet() throws IOException {
    for (int i = 0; i < 20; i++) {
      write(series("host", "h" + i), 1, i);
    }
    Series series = hour("a");
    conversion(connection).pack();
    byte[] key = row(series, BASE);
    byte[] cut = Arrays.copyOf(key, key.length - 1);
    try (Table table = connection.getTable(tables.data())) {
      byte[] packed = PackedHour.toBytes(BASE, scanned(table, series));
      table.put(new Put(cut, ++stamp).addColumn(FAMILY, PackedHour.qualifier(), packed));
      assertThat(conversion(connection).unpack().isComplete()).isFalse();
      assertThat(format()).isEqualTo(TableFormat.UNPACKING);
      table.delete(new Delete(cut));
    }
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(format()).isEqualTo(TableFormat.OPENTSDB);
  }

  private List<Series> hours(int count) throws IOException {
    List<Series> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(hour("h" + i));
    }
    return all;
  }

  private long countPacked(List<Series> all) throws IOException {
    long packed = 0;
    for (Series each : all) {
      packed += isPacked(each) ? 1 : 0;
    }
    return packed;
  }

  /** A compaction of many rows began while the table was packed. */
  @Test
  void aCompactionLearnsOfAConversion() throws IOException {
    assumeFalse(BackEnd.isHBase());
    List<Series> all = hours(60);
    List<String> before = points(DuplicateRule.REFUSE);
    note("packed-1");
    MeddledConnection meddled =
        new MeddledConnection(
            connection,
            "checkAndMutate",
            () -> assertThat(conversion(connection).unpack().isComplete()).isTrue());
    new PointStore(meddled.connection(), uids, options, LATER, System::nanoTime)
        .compact(metric, TIME, TIME, ReadLimits.NONE);
    assertThat(meddled.isDone()).isTrue();
    assertThat(countPacked(all)).isBetween(1L, 20L);
    assertThat(points(DuplicateRule.REFUSE)).isEqualTo(before);
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(countPacked(all)).isZero();
  }

  /** Two conversions, to different formats: the one that finds it out ends. */
  @Test
  void anotherConversionTheOtherWay() throws IOException {
    for (int count : new int[] {2, 30}) {
      List<Series> all = hours(count);
      MeddledConnection meddled =
          new MeddledConnection(
              connection,
              "checkAndMutate",
              () -> TableFormat.UNPACKING.note(connection, tables.data()));
      assertThatThrownBy(() -> conversion(meddled.connection()).pack())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is unpacking and not packed any more");
      assertThat(countPacked(all)).isBetween(1L, 20L);
      assertThat(conversion(connection).unpack().isComplete()).isTrue();
      assertThat(countPacked(all)).isZero();
    }
  }

  /** A compaction that began before the note ends behind the first look, which found nothing. */
  @Test
  void aSlowPackerBesideTheWayBack() throws IOException {
    Series series = hour("a");
    int looks = 3; // two for the sample, at one metric and behind it, and one pass
    MeddledConnection meddled =
        new MeddledConnection(connection, "getScanner", looks, () -> packAlone(series));
    assertThat(conversion(meddled.connection()).unpack().isComplete()).isTrue();
    assertThat(meddled.isDone()).isTrue();
    assertThat(isPacked(series)).isFalse();
    assertThat(format()).isEqualTo(TableFormat.OPENTSDB);
  }

  private void packAlone(Series series) throws IOException {
    try (Table table = connection.getTable(tables.data())) {
      SeriesRow row = RowCompactionTest.scan(table, row(series, BASE));
      assertThat(new RowCompactor(options).compact(table, row, LATER.millis(), TableFormat.PACKED))
          .isEqualTo(RowCompaction.DONE);
    }
  }

  /** Late points whose cells have their own times stay as they are; the packed column is undone. */
  @Test
  void aPackedHourWithCellsOfOwnTimes() throws IOException {
    Series series = hour("a");
    conversion(connection).pack();
    PointTime late = PointTime.ofSeconds(BASE + 3);
    putAt(series, late, PointValue.of(77), late.millis());
    List<String> before = points(DuplicateRule.LAST);
    assertThat(before).hasSize(9);
    assertThat(conversion(connection).pack().rows(RowCompaction.OWN_TIMES)).isEqualTo(1);
    assertThat(isPacked(series)).isTrue();
    assertThat(conversion(connection).unpack().isComplete()).isTrue();
    assertThat(isPacked(series)).isFalse();
    assertThat(cells(row(series, BASE))).hasSize(2);
    assertThat(points(DuplicateRule.LAST)).isEqualTo(before);
    putAt(series, late, PointValue.of(78), late.millis());
    assertThat(points(DuplicateRule.LAST)).hasSize(9).contains(late.millis() + " 78");
  }
}
