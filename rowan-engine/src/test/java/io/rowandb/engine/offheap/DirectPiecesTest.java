package io.rowandb.engine.offheap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written to pieces is read again, whatever was taken and given back between. */
class DirectPiecesTest {
  private static final int MEGABYTE = 1 << 20;
  private static final long SEED = 20261122;

  private record Kept(int[] pieces, long[] words, byte[] bytes) {
    static Kept random(DirectPieces memory, Random random) {
      byte[] bytes = new byte[random.nextInt(1 << random.nextInt(17))];
      long[] words = random.longs(random.nextInt(1 << random.nextInt(10))).toArray();
      random.nextBytes(bytes);
      int[] pieces = memory.take(DirectPieces.count(bytes.length + 8L * words.length));
      return pieces == null ? null : new Kept(pieces, words, bytes);
    }

    void assertIn(DirectPieces memory) {
      long[] foundWords = new long[words.length];
      byte[] foundBytes = new byte[bytes.length];
      assertThat(memory.read(pieces, foundWords, foundBytes)).isTrue();
      assertThat(foundWords).isEqualTo(words);
      assertThat(foundBytes).isEqualTo(bytes);
    }
  }

  @Test
  void everythingIsReadAsItWasWritten() {
    Random random = new Random(SEED);
    DirectPieces memory = new DirectPieces(3 * MEGABYTE + 5, MEGABYTE, ByteBuffer::allocateDirect);
    assertThat(memory.maxBytes()).isEqualTo(3 * MEGABYTE);
    List<Kept> kept = new ArrayList<>();
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      Kept next = Kept.random(memory, random);
      if (next == null) {
        refused++;
        Kept gone = kept.remove(random.nextInt(kept.size()));
        gone.assertIn(memory);
        memory.give(gone.pieces());
      } else {
        memory.write(next.pieces(), next.words(), next.bytes());
        kept.add(next);
      }
    }
    kept.forEach(each -> each.assertIn(memory));
    assertThat(refused).as("seed %s", SEED).isGreaterThan(100);
    assertThat(memory.allocatedBytes()).isEqualTo(3 * MEGABYTE);
  }

  @Test
  void allOfItCanBeTakenAgainWhateverWasTakenBefore() {
    DirectPieces memory = new DirectPieces(MEGABYTE, MEGABYTE, ByteBuffer::allocateDirect);
    List<int[]> small = new ArrayList<>();
    for (int i = 0; i < 1024; i++) {
      small.add(memory.take(1));
    }
    assertThat(memory.take(1)).isNull();
    for (int i = 0; i < 1024; i += 2) {
      memory.give(small.get(i));
    }
    assertThat(memory.take(513)).isNull();
    assertThat(memory.take(512)).as("every other piece").hasSize(512).doesNotHaveDuplicates();
  }

  @Test
  void isTakenFromTheVirtualMachineWhenNeeded() {
    DirectPieces memory = new DirectPieces(8 * MEGABYTE, MEGABYTE, ByteBuffer::allocateDirect);
    assertThat(memory.allocatedBytes()).isZero();
    memory.take(1);
    assertThat(memory.allocatedBytes()).isEqualTo(MEGABYTE);
    memory.take(1024);
    assertThat(memory.allocatedBytes()).isEqualTo(2 * MEGABYTE);
    memory.close();
    assertThat(memory.allocatedBytes()).isZero();
    assertThat(memory.take(1)).isNull();
  }

  @Test
  void goesOnWithWhatThereIsWhenTheVirtualMachineHasNoMore() {
    int[] granted = {2};
    DirectPieces memory =
        new DirectPieces(
            4 * MEGABYTE,
            MEGABYTE,
            size -> {
              if (granted[0]-- == 0) {
                throw new OutOfMemoryError("a test's");
              }
              return ByteBuffer.allocateDirect(size);
            });
    int[] all = memory.take(2000);
    assertThat(memory.take(100)).isNull();
    assertThat(memory.maxBytes()).isEqualTo(2 * MEGABYTE);
    assertThat(memory.take(48)).as("none was lost on the way").hasSize(48);
    assertThat(memory.take(1)).isNull();
    memory.give(all);
    assertThat(memory.take(2000)).hasSize(2000).doesNotHaveDuplicates();
  }
}
