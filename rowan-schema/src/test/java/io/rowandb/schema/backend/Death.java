package io.rowandb.schema.backend;

import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Lets a client die at one of its calls; later ones are not made either. */
public final class Death implements Calls, AsyncCalls {
  /** Where, of a call. */
  public enum Moment {
    /** It has not reached the servers. */
    BEFORE(0),
    /** One of its rows is done, or if it is of one, none. */
    AFTER_ONE_ROW(1),
    /** Half of its rows are done. */
    HALF_WAY(2),
    /** It is done, but its answer is lost. */
    AFTER(3);

    private final int quarter;

    Moment(int quarter) {
      this.quarter = quarter;
    }

    /** The first of the calls at which clients die at this moment, so far apart. */
    public int firstCall(int callsApart) {
      return quarter * callsApart / 4;
    }
  }

  /**
   * From a call at which a client dies to the next one. On HBase, where each death takes a third of
   * a second, some of them are tried: in full at each call one moment or two, else at each third
   * call one.
   */
  public static final int CALLS_APART = !BackEnd.isHBase() ? 1 : BackEnd.isFull() ? 3 : 12;

  /** The client is no more; no exception, lest somebody handles it. */
  public static final class ClientDied extends Error {
    private static final long serialVersionUID = 1;

    private ClientDied(String message) {
      super(message);
    }
  }

  // Fixed at construction.
  private final int fatalCall;
  private final Moment moment;

  // Guarded by this.
  private int calls;
  private boolean dead;

  /**
   * Chooses when.
   *
   * @param fatalCall its number, from 0
   */
  public Death(int fatalCall, Moment moment) {
    this.fatalCall = fatalCall;
    this.moment = moment;
  }

  @Override
  public Object pass(ServerCall call) throws IOException {
    if (!isAt(call.name())) {
      return call.make();
    }
    if (moment == Moment.AFTER) {
      call.make();
    } else {
      call.makePart(rowsBefore(call.rows()));
    }
    throw died(call.name());
  }

  @Override
  public CompletableFuture<?> pass(AsyncServerCall call) {
    try {
      if (!isAt(call.name())) {
        return call.make();
      }
    } catch (ClientDied e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<?> last =
        moment == Moment.AFTER ? call.make() : call.makePart(rowsBefore(call.rows()));
    return last.handle((value, failure) -> died(call.name()))
        .thenCompose(CompletableFuture::failedFuture);
  }

  private synchronized boolean isAt(String name) {
    if (dead) {
      throw new ClientDied("dead already, before " + name);
    }
    dead = calls++ == fatalCall;
    return dead;
  }

  private int rowsBefore(int rows) {
    return switch (moment) {
      case BEFORE -> 0;
      case AFTER_ONE_ROW -> rows > 1 ? 1 : 0;
      case HALF_WAY -> rows / 2;
      case AFTER -> rows;
    };
  }

  private ClientDied died(String name) {
    return new ClientDied(moment + " of " + name + ", call " + fatalCall);
  }

  /** Whether it came to that. */
  public synchronized boolean happened() {
    return dead;
  }

  @Override
  public String toString() {
    return "death " + moment + " of call " + fatalCall;
  }
}
