package io.rowandb.client.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallThreadsTest {
  @Test
  void runsInAThreadOfItsOwn() throws Exception {
    CallThreads calls = calls(1, 1);
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    calls.submit(call(() -> ran.complete(Thread.currentThread()), new CompletableFuture<>()));
    assertThat(ran.get(10, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
    assertThat(ran.get().isDaemon()).isTrue();
    calls.close();
  }

  @Test
  void aChainOfCallsDoesNotGrowTheStack() throws Exception {
    CallThreads calls = calls(1, 1);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    chain(calls, 100_000, end);
    assertThat(end.get(30, TimeUnit.SECONDS)).isZero();
    calls.close();
  }

  @Test
  void closingFailsWhatWaits() throws Exception {
    CallThreads calls = calls(1, 10);
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    calls.submit(
        call(
            () -> {
              started.countDown();
              await(goOn);
            },
            new CompletableFuture<>()));
    await(started);
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    AtomicBoolean ran = new AtomicBoolean();
    calls.submit(call(() -> ran.set(true), failure));
    calls.close();
    assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(StoppedRpcClientException.class);
    goOn.countDown();
    assertThat(ran).isFalse();
  }

  @Test
  void afterClosingEveryCallFails() {
    CallThreads calls = calls(1, 1);
    calls.close();
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    calls.submit(call(() -> {}, failure));
    assertThat(failure).isCompletedWithValueMatching(StoppedRpcClientException.class::isInstance);
  }

  @Test
  void holdsUpWhoSubmitsTooMuch() throws Exception {
    CallThreads calls = new CallThreads(1, 1, TimeUnit.SECONDS.toMillis(60));
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    calls.submit(
        call(
            () -> {
              started.countDown();
              await(goOn);
            },
            new CompletableFuture<>()));
    await(started);
    CountDownLatch second = new CountDownLatch(1);
    Thread outside =
        new Thread(
            () -> calls.submit(call(second::countDown, new CompletableFuture<>())), "outside");
    outside.start();
    while (outside.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(second.getCount()).isEqualTo(1);
    goOn.countDown();
    await(second);
    outside.join();
    calls.close();
  }

  @Test
  void whoSubmitsIsNotHeldUpWhileNoCallEnds() throws Exception {
    CallThreads calls = new CallThreads(1, 1, 1);
    CountDownLatch goOn = new CountDownLatch(1);
    calls.submit(call(() -> await(goOn), new CompletableFuture<>()));
    CountDownLatch others = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      calls.submit(call(others::countDown, new CompletableFuture<>()));
    }
    assertThat(others.getCount()).isEqualTo(1_000);
    goOn.countDown();
    await(others);
    calls.close();
  }

  @Test
  void anAnswerHasNoPlace() throws Exception {
    CallThreads calls = new CallThreads(2, 1, TimeUnit.MINUTES.toMillis(10));
    CountDownLatch goOn = new CountDownLatch(1);
    calls.submit(
        new CallThreads.Call() {
          @Override
          public Runnable run() {
            return () -> await(goOn);
          }

          @Override
          public void fail(IOException e) {
            throw new AssertionError(e);
          }
        });
    CountDownLatch second = new CountDownLatch(1);
    calls.submit(call(second::countDown, new CompletableFuture<>()));
    await(second);
    goOn.countDown();
    calls.close();
  }

  private static void chain(CallThreads calls, int left, CompletableFuture<Integer> end) {
    calls.submit(
        call(
            () -> {
              if (left == 0) {
                end.complete(0);
              } else {
                chain(calls, left - 1, end);
              }
            },
            new CompletableFuture<>()));
  }

  private static CallThreads calls(int handlers, int waiting) {
    Configuration conf = new Configuration(false);
    conf.setInt("hbase.regionserver.handler.count", handlers);
    conf.setInt("hbase.ipc.server.max.callqueue.length", waiting);
    return CallThreads.of(conf);
  }

  private static CallThreads.Call call(Runnable run, CompletableFuture<IOException> failure) {
    return new CallThreads.Call() {
      @Override
      public Runnable run() {
        run.run();
        return () -> {};
      }

      @Override
      public void fail(IOException e) {
        failure.complete(e);
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
