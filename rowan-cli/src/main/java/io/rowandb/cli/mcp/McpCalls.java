package io.rowandb.cli.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls of tools, one after the other. A call is answered once: by its tool, or by the time that is
 * over; not at all when the client cancelled it. Safe for many threads.
 */
final class McpCalls {
  /** Calls that wait or run. */
  private static final int MOST_CALLS = 16;

  /** For a tool to end when it is interrupted; a measurement deletes its store within it. */
  private static final long MOST_END_SECONDS = 5;

  /** What becomes of answers. */
  interface Answers {
    /** Sends the result of a request. */
    void result(Object id, Map<String, Object> result);

    /** Sends an error. */
    void error(Object id, McpException error);
  }

  private static final class Call {
    final Object id;
    final AtomicBoolean isOver = new AtomicBoolean();
    volatile boolean hasBegun;
    Future<?> work;
    ScheduledFuture<?> limit;

    Call(Object id) {
      this.id = id;
    }
  }

  // Fixed at construction.
  private final Answers answers;
  private final long mostSeconds;
  private final ExecutorService worker = Executors.newSingleThreadExecutor(daemon("mcp-tool"));
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(1, daemon("mcp-clock"));

  private final Map<Object, Call> calls = new ConcurrentHashMap<>();

  /** One for each call without its answer, and one for the end. */
  private final Phaser open = new Phaser(1);

  McpCalls(Answers answers, long mostSeconds) {
    this.answers = answers;
    this.mostSeconds = mostSeconds;
    clock.setRemoveOnCancelPolicy(true); // else calls that are over stay until their time
  }

  private static ThreadFactory daemon(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Begins a call.
   *
   * @throws McpException when too many are there, or one with this id
   */
  void begin(Object id, McpTool tool, Map<String, Object> arguments) throws McpException {
    if (calls.size() >= MOST_CALLS) {
      throw new McpException(
          McpException.INVALID_REQUEST, MOST_CALLS + " calls wait already; ask again later");
    }
    Call call = new Call(id);
    if (calls.putIfAbsent(id, call) != null) {
      throw new McpException(McpException.INVALID_REQUEST, "a request with id " + id + " runs");
    }
    open.register();
    synchronized (call) {
      call.work = worker.submit(() -> run(call, tool, arguments));
      call.limit =
          clock.schedule(
              () -> {
                if (end(call, true)) {
                  answers.result(id, failed(tooLong(call)));
                  open.arriveAndDeregister();
                }
              },
              mostSeconds,
              TimeUnit.SECONDS);
    }
  }

  private String tooLong(Call call) {
    return call.hasBegun
        ? "it took longer than " + mostSeconds + " seconds"
        : "it did not begin within " + mostSeconds + " seconds: other calls run before it";
  }

  /** Ends a call without an answer, if it is there. */
  void cancel(Object id) {
    Call call = id == null ? null : calls.get(id);
    if (call != null && end(call, true)) {
      open.arriveAndDeregister();
    }
  }

  /** Whether this ended it. */
  private boolean end(Call call, boolean interrupt) {
    if (!call.isOver.compareAndSet(false, true)) {
      return false;
    }
    synchronized (call) {
      call.limit.cancel(false);
      if (interrupt) {
        call.work.cancel(true);
      }
    }
    calls.remove(call.id, call);
    return true;
  }

  private void run(Call call, McpTool tool, Map<String, Object> arguments) {
    if (call.isOver.get()) {
      return;
    }
    call.hasBegun = true;
    Map<String, Object> result = null;
    McpException refusal = null;
    try {
      McpTool.Answer answer = tool.call(arguments);
      result = result(answer.text(), false);
      result.put("structuredContent", answer.object());
    } catch (McpException e) {
      refusal = e;
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      result = failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) { // a class or library that is missing is an answer too
      refusal = new McpException(McpException.INTERNAL, "the tool failed: " + e);
    }
    if (end(call, false)) {
      if (refusal == null) {
        answers.result(call.id, result);
      } else {
        answers.error(call.id, refusal);
      }
      open.arriveAndDeregister();
    }
  }

  private static Map<String, Object> failed(String why) {
    return result(why, true);
  }

  private static Map<String, Object> result(String text, boolean isError) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("content", List.of(Map.of("type", "text", "text", text)));
    result.put("isError", isError);
    return result;
  }

  /** Waits until all calls are answered, but not longer than so many milliseconds. */
  void finish(long mostMillis) {
    try {
      open.awaitAdvanceInterruptibly(open.arrive(), mostMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return; // nobody waits for these answers
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all without answers. What runs gets some time to delete its temporary files. */
  void abandon() {
    calls.values().forEach(each -> end(each, true));
    worker.shutdownNow();
    clock.shutdownNow();
    try {
      worker.awaitTermination(MOST_END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
