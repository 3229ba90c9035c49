package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The byte order of keys is the order their parts promise. */
class KeyBytesTest {
  private static final long SEED = 20120704;

  @Test
  void ordersByUserThenNewestThenLatestLine() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      int[] user = {random.nextInt(3), random.nextInt(3)};
      long[] millis = {random.nextInt(3) * 1000L, random.nextInt(3) * 1000L};
      int[] line = {random.nextInt(1 << random.nextInt(31)), random.nextInt(5)};
      int expected = Integer.compare(user[0], user[1]);
      expected = expected != 0 ? expected : Long.compare(millis[1], millis[0]);
      expected = expected != 0 ? expected : Integer.compare(line[1], line[0]);
      int actual =
          Arrays.compareUnsigned(
              HiggsActivity.key(user[0], millis[0], line[0]),
              HiggsActivity.key(user[1], millis[1], line[1]));
      assertThat(Integer.signum(actual)).as("seed %d, round %d", SEED, i).isEqualTo(expected);
    }
  }

  @Test
  void terminatedTextSortsBeforeWhatItBegins() {
    byte[] shorter = new KeyBytes().terminated("ab").int32(Integer.MAX_VALUE).toBytes();
    byte[] longer = new KeyBytes().terminated("abc").int32(0).toBytes();
    assertThat(Arrays.compareUnsigned(shorter, longer)).isNegative();
  }

  @Test
  void readsBackWhatItWrote() {
    ByteBuffer key =
        ByteBuffer.wrap(
            new KeyBytes().terminated("hôst").newestFirst(123_456L).highestFirst(7).toBytes());
    assertThat(KeyBytes.readTerminated(key)).isEqualTo("hôst");
    assertThat(KeyBytes.readNewestFirst(key)).isEqualTo(123_456L);
    assertThat(KeyBytes.readHighestFirst(key)).isEqualTo(7);
    assertThat(key.hasRemaining()).isFalse();
  }

  @Test
  void refusesWhatWouldBreakTheOrder() {
    assertThatThrownBy(() -> new KeyBytes().int32(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new KeyBytes().newestFirst(-5)).hasMessageContaining("-5");
    assertThatThrownBy(() -> new KeyBytes().terminated("a\0b")).hasMessageContaining("NUL");
  }
}
