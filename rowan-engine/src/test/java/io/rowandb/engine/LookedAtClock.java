package io.rowandb.engine;

/** Stands, or goes on by a millisecond at each look. */
final class LookedAtClock extends ManualClock {
  private volatile boolean goesOn;
  private volatile boolean goesOnNext;

  void goesOn(boolean now) {
    goesOn = now;
  }

  void goesOnAfterOneLook() {
    goesOnNext = true;
  }

  @Override
  public long millis() {
    if (goesOn) {
      advance(1);
    }
    goesOn |= goesOnNext;
    goesOnNext = false;
    return super.millis();
  }
}
