package io.rowandb.client.inprocess;

import io.rowandb.client.hazard.CallerLine;
import java.io.IOException;

/**
 * A call that tells its thread which line of the program it works for. The calls that its answer
 * submits inherit the line.
 *
 * @param line null if unknown
 */
record CallOnBehalf(CallThreads.Call call, String line) implements CallThreads.Call {
  @Override
  public Runnable run() {
    Runnable answer = CallerLine.during(line, call::run);
    return () -> during(answer);
  }

  @Override
  public void fail(IOException failure) {
    during(() -> call.fail(failure));
  }

  private void during(Runnable work) {
    CallerLine.during(
        line,
        () -> {
          work.run();
          return null;
        });
  }
}
