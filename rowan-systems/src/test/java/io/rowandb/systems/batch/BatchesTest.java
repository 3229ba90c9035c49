package io.rowandb.systems.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Batches have what the stream has, in its order, and no more at once than they may. */
class BatchesTest {
  private static final Batches<String> BATCHES = new Batches<>(3, 10, String::length);

  private static List<List<String>> cut(Stream<String> all) throws IOException {
    List<List<String>> batches = new ArrayList<>();
    BATCHES.each(all, batches::add);
    return batches;
  }

  @Test
  void aBatchEndsWithItsCountOrItsText() throws IOException {
    assertThat(cut(Stream.of("a", "b", "c", "d")))
        .containsExactly(List.of("a", "b", "c"), List.of("d"));
    assertThat(cut(Stream.of("0123456789", "a", "01234", "0123456789", "b")))
        .containsExactly(List.of("0123456789"), List.of("a", "01234", "0123456789"), List.of("b"));
    assertThat(cut(Stream.of())).isEmpty();
  }

  @Test
  void sumsOfTextThatPassTheGreatestIntStillEndABatch() throws IOException {
    List<Integer> sizes = new ArrayList<>();
    new Batches<Integer>(100, Integer.MAX_VALUE, each -> each)
        .each(
            IntStream.of(2_000_000_000, 2_000_000_000, 1, 1).boxed(),
            batch -> sizes.add(batch.size()));
    assertThat(sizes).containsExactly(2, 2);
  }

  @Test
  void whatComesBeforeAFailureIsGivenAndTheStreamIsClosed() {
    AtomicBoolean closed = new AtomicBoolean();
    List<String> given = new ArrayList<>();
    Stream<String> all =
        Stream.of("a", "b", "bad", "c")
            .peek(BatchesTest::refuseBad)
            .onClose(() -> closed.set(true));
    assertThatThrownBy(() -> BATCHES.each(all, given::addAll))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bad");
    assertThat(given).containsExactly("a", "b");
    assertThat(closed).isTrue();
  }

  /** Else nobody learns at which line to begin again. */
  @Test
  void aStepThatFailsAsWellDoesNotHideWhyTheStreamFailed() {
    Stream<String> all = Stream.of("a", "bad").peek(BatchesTest::refuseBad);
    assertThatThrownBy(
            () ->
                BATCHES.each(
                    all,
                    batch -> {
                      throw new IOException("no server");
                    }))
        .hasMessage("no server")
        .satisfies(
            e -> assertThat(e.getSuppressed()).extracting(Throwable::getMessage).contains("bad"));
  }

  private static void refuseBad(String text) {
    if (text.equals("bad")) {
      throw new IllegalArgumentException(text);
    }
  }

  @Test
  void batchesOfNothingAreRefused() {
    assertThatThrownBy(() -> new Batches<>(0, 10, String::length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("most 0: at least 1");
    assertThatThrownBy(() -> new Batches<>(3, 0, String::length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("mostCharacters 0: at least 1");
  }
}
