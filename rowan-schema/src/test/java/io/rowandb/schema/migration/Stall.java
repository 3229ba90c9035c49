package io.rowandb.schema.migration;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.ServerCall;
import java.io.IOException;

/** Lets something happen before one of a client's calls, once: the client stops there meanwhile. */
final class Stall implements Calls {
  private final int stalled;
  private final Event event;
  private int calls;

  /** Before the call of that number; the first has 0. */
  Stall(int stalled, Event event) {
    this.stalled = stalled;
    this.event = event;
  }

  /** What happens. */
  @FunctionalInterface
  interface Event {
    void happen() throws IOException;
  }

  @Override
  public Object pass(ServerCall call) throws IOException {
    if (calls++ == stalled) {
      event.happen();
    }
    return call.make();
  }

  boolean happened() {
    return calls > stalled;
  }
}
