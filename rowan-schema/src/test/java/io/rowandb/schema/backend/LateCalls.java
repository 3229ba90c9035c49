package io.rowandb.schema.backend;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The calls of clients, which a network that holds packets back executes once more, at any later
 * time. Used by one thread.
 */
public final class LateCalls implements Calls {
  private final List<ServerCall> made = new ArrayList<>();

  @Override
  public Object pass(ServerCall call) throws IOException {
    if (!call.name().startsWith("get") && !call.name().equals("next")) {
      made.add(call);
    }
    return call.make();
  }

  /** Executes all that change something once more, in their order. */
  public void executeAll() throws IOException {
    for (ServerCall call : List.copyOf(made)) {
      call.make();
    }
  }

  /** Executes some of them once more, in any order. */
  public void executeSome(Random random) throws IOException {
    for (int i = random.nextInt(4); i > 0 && !made.isEmpty(); i--) {
      made.get(random.nextInt(made.size())).make();
    }
  }

  /** Forgets them. */
  public void forget() {
    made.clear();
  }
}
