package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class RowsTest {
  private static final int MANY = 100_000;

  @Test
  void keysAreDistinctAndTellTheirRow() {
    Set<ByteBuffer> keys = new HashSet<>();
    for (long i = 0; i < MANY; i++) {
      byte[] key = Rows.key(i);
      assertThat(key).hasSize(Rows.KEY_BYTES);
      assertThat(Rows.indexOf(key, 0, key.length)).isEqualTo(i);
      keys.add(ByteBuffer.wrap(key));
    }
    assertThat(keys).hasSize(MANY);
  }

  @Test
  void hashInFrontSpreadsKeysEvenly() {
    int[] counts = new int[16];
    for (long i = 0; i < MANY; i++) {
      counts[(Rows.key(i)[0] & 0xff) >> 4]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(MANY / 16 * 9 / 10, MANY / 16 * 11 / 10);
    }
  }

  @Test
  void foreignKeyIsRefused() {
    byte[] key = Rows.key(7);
    key[15]++;
    assertThatThrownBy(() -> Rows.indexOf(key, 0, key.length))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not a key of this benchmark");
    assertThatThrownBy(() -> Rows.indexOf(key, 0, 15)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everyFlippedByteOfAValueIsNoticed() {
    byte[] scratch = new byte[Rows.VALUE_BYTES];
    byte[] value = Rows.value(42);
    assertThat(Rows.isValue(42, value, 0, value.length, scratch)).isTrue();
    assertThat(Rows.isValue(43, value, 0, value.length, scratch)).isFalse();
    assertThat(Rows.startsLikeValue(42, value, 0, value.length)).isTrue();
    assertThat(Rows.startsLikeValue(43, value, 0, value.length)).isFalse();
    assertThat(Rows.startsLikeValue(42, value, 0, value.length - 1)).isFalse();
    for (int i = 0; i < value.length; i++) {
      value[i]++;
      assertThat(Rows.isValue(42, value, 0, value.length, scratch)).as("byte %d", i).isFalse();
      value[i]--;
    }
  }

  @Test
  void valueIsFoundInsideALargerArray() {
    byte[] block = new byte[300];
    System.arraycopy(Rows.value(5), 0, block, 77, Rows.VALUE_BYTES);
    byte[] scratch = new byte[Rows.VALUE_BYTES];
    assertThat(Rows.isValue(5, block, 77, Rows.VALUE_BYTES, scratch)).isTrue();
    assertThat(Rows.startsLikeValue(5, block, 77, Rows.VALUE_BYTES)).isTrue();
  }

  @Test
  void valuesCompressToAboutHalf() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (long i = 0; i < 1_000; i++) {
      all.writeBytes(Rows.value(i));
    }
    Deflater deflater = new Deflater();
    deflater.setInput(all.toByteArray());
    deflater.finish();
    int compressed = deflater.deflate(new byte[all.size() * 2]);
    deflater.end();
    assertThat((double) compressed / all.size()).isBetween(0.45, 0.6);
  }
}
