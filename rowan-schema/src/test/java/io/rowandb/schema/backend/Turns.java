package io.rowandb.schema.backend;

import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Runs several clients, each in a thread of its own, so that at any time one of them alone runs,
 * until its next call to a server; and, one run after the other, in all orders that their calls can
 * have, or in some of them, which are the same in each run of a test.
 */
public final class Turns {
  /** What a client does. */
  @FunctionalInterface
  public interface Client {
    void run(Calls calls) throws IOException;
  }

  /** A choice of who is next: which of those that could be. */
  private static final class Choice {
    private int taken;
    private final int of;

    Choice(int of) {
      this.of = of;
    }
  }

  /** Where each order takes some tens of milliseconds. */
  private static final int ORDERS_ON_HBASE = 12;

  /** Of more orders than these, as many more are drawn, unless it is to be in full. */
  private static final int MOST_IN_TURN = 150;

  private final int most;

  /** Null while all orders are run, one after the other. */
  private Random drawn;

  private int runs;

  /** Of the run before: followed up to the last that has another way. */
  private Deque<Choice> chosen = new ArrayDeque<>();

  private final StringBuilder order = new StringBuilder();

  private Turns(Random drawn, int most) {
    this.drawn = drawn;
    this.most = most;
  }

  /** All orders, or of many the first and some drawn; on HBase some, unless it is to be in full. */
  public static Turns all() {
    return BackEnd.isHBase() ? some(ORDERS_ON_HBASE) : new Turns(null, Integer.MAX_VALUE);
  }

  /** So many orders, drawn; all of them if it is to be in full. */
  public static Turns some(int orders) {
    return BackEnd.isFull()
        ? new Turns(null, Integer.MAX_VALUE)
        : new Turns(new Random(orders), orders);
  }

  /** Whether every order is run, if they are not too many. */
  public boolean areAll() {
    return drawn == null;
  }

  /** Whether there is an order that was not run yet; prepares it. */
  public boolean hasNext() {
    if (runs++ == 0) {
      return true;
    }
    if (drawn == null && runs > MOST_IN_TURN && !BackEnd.isFull()) {
      drawn = new Random(MOST_IN_TURN);
    }
    if (drawn != null) {
      return runs <= (most == Integer.MAX_VALUE ? 2 * MOST_IN_TURN : most);
    }
    while (!chosen.isEmpty() && chosen.peekLast().taken + 1 == chosen.peekLast().of) {
      chosen.removeLast();
    }
    if (chosen.isEmpty()) {
      return false;
    }
    chosen.peekLast().taken++;
    return true;
  }

  /** Runs the clients in the next order; what they threw, or null for each that threw nothing. */
  public List<Throwable> run(Client... clients) throws InterruptedException {
    order.setLength(0);
    List<Turn> turns = new ArrayList<>();
    for (Client client : clients) {
      turns.add(new Turn(client));
    }
    for (Turn turn : turns) {
      turn.thread.start();
      turn.awaitStop();
    }
    Deque<Choice> known = chosen;
    chosen = new ArrayDeque<>();
    while (true) {
      List<Turn> waiting = turns.stream().filter(turn -> !turn.ended).toList();
      if (waiting.isEmpty()) {
        break;
      }
      int next = 0;
      if (waiting.size() > 1) {
        next = drawn == null ? followed(known, waiting.size()) : drawn.nextInt(waiting.size());
      }
      order.append(turns.indexOf(waiting.get(next)));
      waiting.get(next).goOn();
    }
    List<Throwable> thrown = new ArrayList<>();
    for (Turn turn : turns) {
      turn.thread.join();
      thrown.add(turn.thrown);
    }
    return thrown;
  }

  /** The way that leads to the next order, of so many ways. */
  private int followed(Deque<Choice> known, int ways) {
    Choice choice = known.isEmpty() ? new Choice(ways) : known.removeFirst();
    if (choice.of != ways) {
      throw new IllegalStateException("the clients do not do the same in the same order");
    }
    chosen.addLast(choice);
    return choice.taken;
  }

  /** Whose calls were made, one digit each: {@code 0110}. */
  public String order() {
    return order.toString();
  }

  /** A client, and whether it may run. */
  private static final class Turn implements Calls {
    private final Thread thread;
    private boolean may;
    private boolean stopped;
    private boolean ended;
    private Throwable thrown;

    Turn(Client client) {
      thread = new Thread(() -> run(client), "client");
      may = true;
    }

    private void run(Client client) {
      try {
        client.run(this);
      } catch (IOException | RuntimeException | Error e) {
        thrown = e;
      }
      synchronized (this) {
        ended = true;
        stopped = true;
        notifyAll();
      }
    }

    @Override
    public Object pass(ServerCall call) throws IOException {
      synchronized (this) {
        may = false;
        stopped = true;
        notifyAll();
        try {
          while (!may) {
            wait();
          }
        } catch (InterruptedException e) {
          throw new IllegalStateException("nobody interrupts clients", e);
        }
      }
      return call.make();
    }

    synchronized void awaitStop() throws InterruptedException {
      while (!stopped) {
        wait();
      }
    }

    synchronized void goOn() throws InterruptedException {
      stopped = false;
      may = true;
      notifyAll();
      awaitStop();
    }
  }
}
