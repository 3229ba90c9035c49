package io.rowandb.tsdb.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.ObjectColumn;
import io.rowandb.tsdb.codec.PointTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.opentsdb.core.HistogramJudge;
import org.junit.jupiter.api.Test;

/** Histograms are OpenTSDB's, byte for byte and number for number. */
class HistogramCodecTest {
  private static final HistogramCodec CODEC = HistogramCodec.DEFAULT;
  private static final float[] BOUNDS = {
    0, -0.0f, 1, 1.75f, -3, 1e30f, Float.MIN_VALUE, Float.POSITIVE_INFINITY, Float.NaN
  };

  private static BucketCounts counts(Map<BucketRange, Long> buckets, long under, long over) {
    return new BucketCounts(new TreeMap<>(buckets), under, over);
  }

  private static long count(Random random) {
    return random.nextInt(9) == 0 ? random.nextLong() >>> random.nextInt(64) : random.nextInt(300);
  }

  @Test
  void bytesAreTheJudgesBothWays() throws DamagedDataException {
    Random random = new Random(3);
    for (int i = 0; i < 5_000; i++) {
      Map<BucketRange, Long> buckets = new TreeMap<>();
      long under = count(random);
      long over = count(random);
      HistogramJudge judge = new HistogramJudge(42, under, over);
      // Of a cell with less than six bytes the judge reads nothing.
      for (int bucket = 1 + random.nextInt(8); bucket > 0; bucket--) {
        BucketRange range =
            new BucketRange(
                random.nextBoolean() ? random.nextFloat() : BOUNDS[random.nextInt(BOUNDS.length)],
                BOUNDS[random.nextInt(BOUNDS.length)]);
        long count = count(random);
        buckets.put(range, count);
        judge.add(range.from(), range.to(), count);
      }
      BucketCounts ours = counts(buckets, under, over);
      assertThat(CODEC.encode(ours)).isEqualTo(judge.cell());
      assertThat(CODEC.decode(judge.cell())).isEqualTo(ours);
      assertThat(
              HistogramCodec.decodeWithoutId(
                  Arrays.copyOfRange(judge.cell(), 1, judge.cell().length)))
          .isEqualTo(ours);
      assertThat(new HistogramJudge(42, CODEC.encode(ours)).counts()).isEqualTo(judge.counts());
    }
  }

  @Test
  void percentilesAndSumsAreTheJudges() throws DamagedDataException {
    Random random = new Random(6);
    for (int i = 0; i < 5_000; i++) {
      HistogramJudge judge = new HistogramJudge(42, random.nextInt(9), random.nextInt(9));
      HistogramJudge other = new HistogramJudge(42, random.nextInt(9), random.nextInt(9));
      for (int bucket = random.nextInt(6); bucket >= 0; bucket--) {
        float from = random.nextInt(5) / 3f;
        judge.add(from, from + 0.3f, random.nextInt(50));
        other.add(random.nextBoolean() ? from : from + 1, from + 0.3f, random.nextInt(50));
      }
      BucketCounts sum = CODEC.decode(judge.cell()).plus(CODEC.decode(other.cell()));
      judge.addAll(other);
      assertThat(sum).isEqualTo(CODEC.decode(judge.cell()));
      for (double percent : new double[] {0, 0.99, 1, 50, 75.5, 99, 99.9f, 100, 101}) {
        assertThat(sum.percentile(percent)).as(sum.toString()).isEqualTo(judge.percentile(percent));
      }
    }
  }

  @Test
  void columnsAreTheJudges() {
    for (long time : new long[] {1_309_687_205L, 1_309_687_205_250L, 1_309_690_799L}) {
      PointTime at = PointTime.of(time);
      assertThat(new ObjectColumn(Histograms.KIND, at.offsetMillis(), at.inMillis()).toBytes())
          .isEqualTo(HistogramJudge.qualifier(time));
    }
  }

  /** The example of the package's description. */
  @Test
  void anExample() {
    assertThat(
            HexFormat.of()
                .withUpperCase()
                .formatHex(CODEC.encode(counts(Map.of(new BucketRange(0, 1.75f), 300L), 0, 1))))
        .isEqualTo("2A0001000000003FE00000AC020001");
  }

  @Test
  void damageIsRefused() throws DamagedDataException {
    byte[] whole = CODEC.encode(counts(Map.of(new BucketRange(0, 1), 1L << 62), 1, 2));
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> CODEC.decode(part)).isInstanceOf(DamagedDataException.class);
    }
    assertThatThrownBy(() -> CODEC.decode(Arrays.copyOf(whole, whole.length + 1)))
        .hasMessageContaining("1 bytes follow");
    assertThatThrownBy(() -> new HistogramCodec(7).decode(whole))
        .hasMessageContaining("codec 42, and not 7");
    assertThatThrownBy(() -> CODEC.decode(new byte[] {42, -1, -1, 0, 0, 0}))
        .hasMessageContaining("-1 buckets");
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        BucketCounts read = HistogramCodec.decodeWithoutId(bytes);
        assertThat(read.buckets().size()).isLessThan(5);
      } catch (DamagedDataException e) {
        assertThat(e).hasMessageContaining("histogram");
      }
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    BucketRange range = new BucketRange(0, 1);
    for (BucketCounts wrong :
        new BucketCounts[] {
          counts(Map.of(), 1, 1),
          counts(Map.of(range, -1L), 0, 0),
          counts(Map.of(range, 1L), -1, 0),
          counts(Map.of(range, 1L), 0, -1),
          counts(Map.of(new BucketRange(1, 0), 1L), 0, 0),
          counts(Map.of(new BucketRange(Float.NaN, 0), 1L), 0, 0),
          counts(Map.of(new BucketRange(0, Float.NaN), 1L), 0, 0)
        }) {
      assertThatThrownBy(wrong::check).isInstanceOf(IllegalArgumentException.class);
    }
    counts(Map.of(new BucketRange(0, Float.POSITIVE_INFINITY), 0L), 0, 0).check();
    BucketCounts large = counts(Map.of(range, Long.MAX_VALUE), Long.MAX_VALUE, 1);
    assertThat(large.plus(large))
        .isEqualTo(counts(Map.of(range, Long.MAX_VALUE), Long.MAX_VALUE, 2));
  }
}
