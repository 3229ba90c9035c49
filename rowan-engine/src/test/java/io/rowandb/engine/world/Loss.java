package io.rowandb.engine.world;

/** How a world ends. */
enum Loss {
  /** Of nothing: it is looked at as it runs, or was closed. */
  NONE,
  /** Of the process: what the operating system has been given stays. */
  PROCESS,
  /** Of power: what was forced stays, and of the rest what chance leaves. */
  POWER;

  /** Which of the two loses more. */
  Loss worse(Loss other) {
    return compareTo(other) > 0 ? this : other;
  }
}
