package io.rowandb.client.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.ManualClock;
import io.rowandb.client.service.Nonces.Nonce;
import io.rowandb.engine.cell.CellBatch;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class NoncesTest {
  private static final long KEPT_MILLIS = 1_000;
  private static final int MOST = 3;

  private final ManualClock clock = new ManualClock();
  private final Nonces nonces =
      new Nonces(
          clock,
          new ServiceLimits(
              1_000, 1 << 20, 3, 0, KEPT_MILLIS, MOST, true, 30_000, 60_000, 10_000, false, false));
  private int made;

  @Test
  void whatWasMadeIsNotMadeAgain() throws IOException {
    assertThat(once(7)).isEqualTo("made");
    assertThat(once(7)).isEqualTo("repeated");
    assertThat(once(8)).isEqualTo("made");
    assertThat(made).isEqualTo(2);
  }

  @Test
  void whatHasNoNonceIsMadeEachTime() throws IOException {
    once(0);
    once(0);
    assertThat(made).isEqualTo(2);
    assertThat(nonces.count()).isZero();
  }

  @Test
  void whatFailedMayBeTriedAgain() throws IOException {
    assertThatThrownBy(
            () ->
                nonces.once(
                    new Nonce(1, 7),
                    new CellBatch(),
                    result -> {
                      throw new IOException("broken");
                    },
                    (result, readPoint) -> false))
        .hasMessage("broken");
    assertThat(once(7)).isEqualTo("made");
  }

  @Test
  void itIsForgottenInTime() throws IOException {
    once(7);
    clock.advance(KEPT_MILLIS - 1);
    assertThat(once(7)).isEqualTo("repeated");
    clock.advance(1);
    assertThat(once(7)).isEqualTo("made");
  }

  @Test
  void theOldestIsForgottenWhenThereAreTooMany() throws IOException {
    for (long nonce = 1; nonce <= MOST + 1; nonce++) {
      once(nonce);
    }
    assertThat(nonces.count()).isEqualTo(MOST);
    assertThat(once(2)).isEqualTo("repeated");
    assertThat(once(1)).isEqualTo("made");
  }

  @Test
  void aRepetitionWaitsForTheFirst() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<Boolean> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return nonces.once(
                    new Nonce(1, 7),
                    new CellBatch(),
                    result -> {
                      begun.countDown();
                      try {
                        mayEnd.await();
                      } catch (InterruptedException e) {
                        throw new IOException(e);
                      }
                      return true;
                    },
                    (result, readPoint) -> false);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    begun.await();
    CompletableFuture<String> second =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return once(7);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    assertThat(second).isNotDone();
    mayEnd.countDown();
    assertThat(second.get()).isEqualTo("repeated");
    assertThat(first.get()).isTrue();
  }

  private String once(long nonce) throws IOException {
    boolean first =
        nonces.once(
            new Nonce(1, nonce),
            new CellBatch(),
            result -> {
              made++;
              return true;
            },
            (result, readPoint) -> false);
    return first ? "made" : "repeated";
  }
}
