package io.rowandb.engine;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps the engine's log silent while a test makes thousands of failures on purpose; each was
 * counted and asserted on by other means.
 */
final class Quiet implements AutoCloseable {
  // Held, for the registry of loggers does not hold them.
  private final Logger logger = Logger.getLogger("io.rowandb.engine");
  private final Level before = logger.getLevel();

  Quiet() {
    logger.setLevel(Level.OFF);
  }

  @Override
  public void close() {
    logger.setLevel(before);
  }
}
