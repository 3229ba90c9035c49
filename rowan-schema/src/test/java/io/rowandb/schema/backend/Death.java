package io.rowandb.schema.backend;

import java.io.IOException;

/** Lets a client die at one of its calls; later ones are not made either. Used by one thread. */
public final class Death implements Calls {
  /** Where, of a call. */
  public enum Moment {
    /** It has not reached the servers. */
    BEFORE,
    /** One of its rows is done, or if it is of one, none. */
    AFTER_ONE_ROW,
    /** Half of its rows are done. */
    HALF_WAY,
    /** It is done, but its answer is lost. */
    AFTER
  }

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
    if (dead) {
      throw new ClientDied("dead already, before " + call.name());
    }
    if (calls++ != fatalCall) {
      return call.make();
    }
    dead = true;
    switch (moment) {
      case BEFORE -> call.makePart(0);
      case AFTER_ONE_ROW -> call.makePart(call.rows() > 1 ? 1 : 0);
      case HALF_WAY -> call.makePart(call.rows() / 2);
      case AFTER -> call.make();
    }
    throw new ClientDied(moment + " of " + call.name() + ", call " + fatalCall);
  }

  /** Whether it came to that. */
  public boolean happened() {
    return dead;
  }

  @Override
  public String toString() {
    return "death " + moment + " of call " + fatalCall;
  }
}
