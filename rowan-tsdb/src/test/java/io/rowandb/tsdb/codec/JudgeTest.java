package io.rowandb.tsdb.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.opentsdb.core.OpenTsdbJudge;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What we write, OpenTSDB's classes read; what they write, we read; both write the same bytes. */
class JudgeTest {
  private static final long BASE = 1_309_687_200L;
  private static final int ROWS = 1_000;
  private static final int POINTS_A_ROW = 120;
  private static final PointKeyLayout LAYOUT = PointKeyLayout.DEFAULT;

  private static PointValue value(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> PointValue.of(random.nextInt(400) - 200);
      case 1 -> PointValue.of(random.nextLong() >> random.nextInt(64));
      case 2 -> PointValue.of((float) random.nextGaussian());
      default -> PointValue.of(random.nextGaussian() * 1e200);
    };
  }

  private static PointTime time(Random random, int resolutions) {
    boolean millis = resolutions == 2 ? random.nextBoolean() : resolutions == 1;
    return millis
        ? PointTime.ofMillis(BASE * 1_000 + random.nextInt(3_600_000))
        : PointTime.ofSeconds(BASE + random.nextInt(3_600));
  }

  /** 120,000 points in single, compacted and appended columns. */
  @Test
  @Tag("slow")
  void rowsAreCompactedToTheSameBytes() throws Exception {
    OpenTsdbJudge judge = new OpenTsdbJudge();
    Random random = new Random(20_110_703);
    SeriesId series = LAYOUT.series(new byte[] {0, 0, 1}, List.of(new byte[] {0, 0, 1, 0, 0, 2}));
    byte[] row = LAYOUT.rowKey(series, BASE);
    for (int i = 0; i < ROWS; i++) {
      List<OpenTsdbJudge.Column> columns = row(random, i % 3, judge, row);
      OpenTsdbJudge.Column theirs = judge.compact(row, columns);
      Points points = decode(columns);
      CompactedColumn ours = CompactedColumn.of(BASE, points);
      assertThat(ours.qualifier()).as("row %s", i).isEqualTo(theirs.qualifier());
      assertThat(ours.value()).as("row %s", i).isEqualTo(theirs.value());
      checkTheyRead(
          judge.read(row, new OpenTsdbJudge.Column(ours.qualifier(), ours.value(), 1)), points);
      assertSame(decode(List.of(theirs)), points);
    }
  }

  /** Points in single columns, a part of them in a compacted one, some appended, some twice. */
  private static List<OpenTsdbJudge.Column> row(
      Random random, int resolutions, OpenTsdbJudge judge, byte[] row) {
    List<OpenTsdbJudge.Column> columns = new ArrayList<>();
    for (int j = 0; j < POINTS_A_ROW; j++) {
      PointTime time = time(random, resolutions);
      PointValue value = value(random);
      byte[] qualifier = PointColumn.qualifier(time, value);
      assertThat(qualifier)
          .isEqualTo(
              OpenTsdbJudge.qualifier(
                  time.inMillis() ? time.millis() : time.millis() / 1_000, value.flags()));
      columns.add(new OpenTsdbJudge.Column(qualifier, value.toBytes(), j + 10));
    }
    List<OpenTsdbJudge.Column> half = columns.subList(0, POINTS_A_ROW / 2);
    OpenTsdbJudge.Column compacted = judge.compact(row, half);
    half.clear();
    columns.add(new OpenTsdbJudge.Column(compacted.qualifier(), compacted.value(), 9));
    if (random.nextBoolean()) {
      byte[] appended = {};
      for (int j = 0; j < 5; j++) {
        byte[] point = AppendedPoint.toBytes(time(random, resolutions), value(random));
        appended = Arrays.copyOf(appended, appended.length + point.length);
        System.arraycopy(point, 0, appended, appended.length - point.length, point.length);
      }
      columns.add(new OpenTsdbJudge.Column(AppendedPoint.qualifier(), appended, 1_000));
    }
    Collections.shuffle(columns, random);
    return columns;
  }

  private static Points decode(List<OpenTsdbJudge.Column> columns) throws DamagedDataException {
    RowDecoder decoder = new RowDecoder(BASE);
    for (OpenTsdbJudge.Column column : columns) {
      decoder.add(column.qualifier(), column.value(), column.stamp());
    }
    return decoder.points(DuplicateRule.LAST);
  }

  private static void checkTheyRead(List<OpenTsdbJudge.Read> read, Points points) {
    assertThat(read).hasSize(points.size());
    for (int i = 0; i < points.size(); i++) {
      OpenTsdbJudge.Read their = read.get(i);
      PointValue our = points.value(i);
      if (their.timeMillis() != points.timeMillis(i)
          || their.isInteger() != our.isInteger()
          || (our.isInteger() && their.value().longValue() != our.longValue())
          || Double.compare(their.value().doubleValue(), our.doubleValue()) != 0) {
        assertThat(their).as("point %s", i).isEqualTo(our);
      }
    }
  }

  private static void assertSame(Points left, Points right) {
    assertThat(left.size()).isEqualTo(right.size());
    for (int i = 0; i < left.size(); i++) {
      if (!left.time(i).equals(right.time(i)) || !left.value(i).equals(right.value(i))) {
        assertThat(left.time(i) + " " + left.value(i))
            .isEqualTo(right.time(i) + " " + right.value(i));
      }
    }
  }

  /** Floats of 4 bytes written as 8, and flags that say 8 bytes of an integer of 1. */
  @Test
  void oldFaultsAreMendedToTheSameBytes() throws Exception {
    List<OpenTsdbJudge.Column> columns =
        List.of(column("258B", "000000003FC00000"), column("2597", "05"), column("25A0", "0102"));
    byte[] row = FormatExampleTest.bytes("0000014E103DA0000001000002");
    OpenTsdbJudge.Column theirs = new OpenTsdbJudge().compact(row, columns);
    CompactedColumn ours = CompactedColumn.of(BASE, decode(columns));
    assertThat(ours.qualifier()).isEqualTo(theirs.qualifier());
    assertThat(ours.value()).isEqualTo(theirs.value());
  }

  private static OpenTsdbJudge.Column column(String qualifier, String value) {
    return new OpenTsdbJudge.Column(
        FormatExampleTest.bytes(qualifier), FormatExampleTest.bytes(value), 1);
  }

  @Test
  void saltsAreTheSame() {
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      int width = 1 + random.nextInt(2);
      int buckets = 1 + random.nextInt(width == 1 ? 256 : 1_000);
      byte[] metric = new byte[3];
      byte[] pair = new byte[6];
      random.nextBytes(metric);
      random.nextBytes(pair);
      PointKeyLayout layout = new PointKeyLayout(width, buckets, 3, 3, 3);
      byte[] ours = layout.rowKey(layout.series(metric, List.of(pair)), BASE);
      byte[] theirs = ours.clone();
      Arrays.fill(theirs, 0, width, (byte) 0);
      OpenTsdbJudge.salt(theirs, width, buckets);
      assertThat(ours).isEqualTo(theirs);
    }
  }
}
