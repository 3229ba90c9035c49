package io.rowandb.tsdb.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A packed hour gives back what was packed, or says that it is damaged. */
class PackedHourTest {
  private static final long BASE = 1_309_687_200L;

  private static final double[] ODD_DOUBLES = {
    0.0,
    -0.0,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e-300,
    1e22,
    Double.parseDouble("1e23"),
    0.1,
    1 / 3.0,
    9007199254740992.0,
    4.35,
    -273.15,
    1e15 + 0.3
  };

  private static Points ofSeconds(int step, PointValue... values) {
    Points points = new Points();
    for (int i = 0; i < values.length; i++) {
      points.add((BASE + (long) step * i) * 1_000, false, values[i].flags(), values[i].bits());
    }
    return points;
  }

  private static void assertSame(Points points) throws DamagedDataException {
    byte[] packed = PackedHour.toBytes(BASE, points);
    Points read = PackedHour.parse(BASE, packed);
    assertThat(read.size()).isEqualTo(points.size());
    for (int i = 0; i < points.size(); i++) {
      assertThat(read.time(i)).isEqualTo(points.time(i));
      assertThat(read.value(i)).isEqualTo(points.value(i));
    }
    assertThat(PackedHour.toBytes(BASE, read)).isEqualTo(packed);
  }

  /** That of the format's description. */
  @Test
  void theExample() throws DamagedDataException {
    Points points = new Points();
    points.add((BASE + 600) * 1_000, false, 1, 300);
    points.add((BASE + 660) * 1_000, false, 1, 301);
    byte[] packed = PackedHour.toBytes(BASE, points);
    assertThat(HexFormat.ofDelimiter(" ").withUpperCase().formatHex(packed))
        .isEqualTo("11 02 02 58 D0 00 15 2C 20 CA A4");
    assertSame(points);
  }

  /** Check value of this checksum in the literature. */
  @Test
  void theChecksum() {
    assertThat(Crc16.of("123456789".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 9))
        .isEqualTo(0x29B1);
  }

  @Test
  void oddNumbers() throws DamagedDataException {
    for (double each : ODD_DOUBLES) {
      assertSame(ofSeconds(1, PointValue.of(each)));
      assertSame(ofSeconds(7, PointValue.of(each), PointValue.of(-each), PointValue.of(1L)));
      if (Float.isFinite((float) each)) {
        assertSame(ofSeconds(1, PointValue.of((float) each), PointValue.of((float) -each)));
      }
    }
    assertSame(
        ofSeconds(
            1_799,
            PointValue.of(Long.MIN_VALUE),
            PointValue.of(Long.MAX_VALUE),
            PointValue.of(Long.MIN_VALUE)));
    assertSame(ofSeconds(1, PointValue.of(Long.MAX_VALUE), PointValue.of(0.5)));
  }

  /** Decimals that a calculation left a little beside: as small as decimals, and exact. */
  @Test
  void numbersBesideTheirDecimals() throws DamagedDataException {
    for (int steps = -6; steps <= 6; steps++) {
      PointValue[] values = new PointValue[60];
      for (int i = 0; i < values.length; i++) {
        long bits = Double.doubleToRawLongBits((94_000 + 17 * i) / 1_000.0);
        values[i] = PointValue.of(Double.longBitsToDouble(bits + (i % 5 == 0 ? steps : 0)));
      }
      Points points = ofSeconds(60, values);
      assertSame(points);
      int size = PackedHour.toBytes(BASE, points).length;
      if (Math.abs(steps) <= 4) {
        assertThat(size).isLessThan(60);
      } else {
        assertThat(size).isGreaterThan(60);
      }
    }
  }

  /** Of all kinds and resolutions, regular and not, smooth and not. */
  @Test
  void randomHours() throws DamagedDataException {
    for (int seed = 0; seed < 1_000; seed++) {
      assertSame(random(new Random(seed)));
    }
  }

  private static Points random(Random random) {
    int kinds = random.nextInt(5);
    int resolution = random.nextInt(3);
    boolean regular = random.nextBoolean();
    int size = 1 + random.nextInt(random.nextInt(8) == 0 ? 1_000 : 20);
    TreeSet<Integer> offsets = new TreeSet<>();
    for (int i = 0; i < size; i++) {
      offsets.add(regular ? i * (3_600 / size) * 1_000 : random.nextInt(3_600_000));
    }
    Points points = new Points();
    long before = random.nextLong() >> random.nextInt(64);
    for (int offset : offsets) {
      boolean inMillis = resolution == 0 || (resolution == 1 && random.nextBoolean());
      long millis = BASE * 1_000 + (inMillis ? offset : offset / 1_000 * 1_000);
      if (points.size() > 0 && points.timeMillis(points.size() - 1) >= millis) {
        continue;
      }
      before += random.nextInt(1 << random.nextInt(20)) - 10;
      PointValue value = value(kinds == 4 ? random.nextInt(4) : kinds, before, random);
      points.add(millis, inMillis, value.flags(), value.bits());
    }
    return points;
  }

  private static PointValue value(int kind, long number, Random random) {
    return switch (kind) {
      case 0 -> PointValue.of(number);
      case 1 -> PointValue.of(number % 10_000 / 10f);
      case 2 -> PointValue.of(number % 100_000 / 1_000.0);
      default -> PointValue.of(random.nextGaussian());
    };
  }

  @Test
  @Tag("slow")
  void aVeryFullHour() throws DamagedDataException {
    Points points = new Points();
    for (int i = 0; i < 900_000; i++) {
      points.add(BASE * 1_000 + 4L * i, true, 0, i & 1);
    }
    byte[] packed = PackedHour.toBytes(BASE, points);
    assertThat(packed.length).isLessThan(900_000 / 8 * 2 + 100);
    assertThat(PackedHour.parse(BASE, packed).size()).isEqualTo(points.size());
  }

  /** Every bit that is wrong is found, and so is every end too early. */
  @Tag("slow")
  @Test
  void damageIsFound() {
    for (int seed = 0; seed < 20; seed++) {
      byte[] packed = PackedHour.toBytes(BASE, random(new Random(seed)));
      for (int bit = 0; bit < 8 * packed.length; bit++) {
        byte[] damaged = packed.clone();
        damaged[bit / 8] ^= (byte) (1 << bit % 8);
        assertThatThrownBy(() -> PackedHour.parse(BASE, damaged))
            .isInstanceOf(DamagedDataException.class);
      }
      for (int length = 0; length < packed.length; length++) {
        byte[] torn = Arrays.copyOf(packed, length);
        assertThatThrownBy(() -> PackedHour.parse(BASE, torn))
            .isInstanceOf(DamagedDataException.class);
      }
    }
  }

  /** Whoever writes the right checksum on anything gets points within the hour, or an error. */
  @Tag("slow")
  @Test
  void anythingWithAChecksum() {
    Random random = new Random(BASE);
    int good = 0;
    for (int i = 0; i < 40_000; i++) {
      byte[] value = signed(random);
      try {
        Points points = PackedHour.parse(BASE, value);
        assertThat(points.timeMillis(0)).isBetween(BASE * 1_000, BASE * 1_000 + 3_599_999);
        assertThat(points.timeMillis(points.size() - 1)).isLessThan((BASE + 3_600) * 1_000);
        good++;
      } catch (DamagedDataException e) {
        assertThat(e).hasMessageMatching("(?s)^(its|it|the|one) .*");
      }
    }
    assertThat(good).isGreaterThan(50);
  }

  private static byte[] signed(Random random) {
    byte[] value;
    if (random.nextBoolean()) {
      value = new byte[3 + random.nextInt(60)];
      random.nextBytes(value);
      value[0] = (byte) (0x10 | random.nextInt(3));
      value[1] = (byte) random.nextInt(8);
    } else {
      value = PackedHour.toBytes(BASE, random(random));
      value[random.nextInt(value.length)] ^= (byte) (1 << random.nextInt(8));
    }
    int end = value.length - 2;
    BigEndian.put(value, end, 2, Crc16.of(value, end));
    return value;
  }

  /** A few bytes cannot ask for millions of points. */
  @Test
  void aLieAboutTheCount() {
    byte[] value = {0x11, (byte) 0x80, (byte) 0xDD, (byte) 0xDB, 1, 0, 0, 0};
    BigEndian.put(value, 6, 2, Crc16.of(value, 6));
    assertThatThrownBy(() -> PackedHour.parse(BASE, value))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("no room for its 3600000 points");
  }

  @Test
  void onePointStaysAsItIs() {
    Points one = ofSeconds(1, PointValue.of(3.5f));
    assertThat(PackedHour.smallest(BASE, one).qualifier()).hasSize(2);
    assertThat(
            PackedHour.smallest(BASE, ofSeconds(1, PointValue.of(1L), PointValue.of(2L))).value())
        .hasSize(3);
  }
}
