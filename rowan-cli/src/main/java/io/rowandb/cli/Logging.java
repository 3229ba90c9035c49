package io.rowandb.cli;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Determines which log messages reach the terminal. HBase's client (through SLF4J) and the engine
 * (through System.Logger) both end in the JDK's logging.
 *
 * <p>By default only the engine's warnings are shown, each as one line: HBase's client warns about
 * things that are meaningless in one process, and its errors arrive as exceptions anyway.
 */
public final class Logging {
  private static final String ENGINE = "io.rowandb";

  /** Loggers are held weakly by the JDK; without this the level set here could be lost. */
  private static final Logger ENGINE_LOGGER = Logger.getLogger(ENGINE);

  private static final Logger ROOT_LOGGER = Logger.getLogger("");

  private Logging() {}

  /** To be called before anything logs, which HBase's classes do when they are loaded. */
  public static void configure(boolean verbose) {
    ROOT_LOGGER.setLevel(verbose ? Level.INFO : Level.OFF);
    ENGINE_LOGGER.setLevel(verbose ? Level.INFO : Level.WARNING);
    for (Handler handler : ROOT_LOGGER.getHandlers()) {
      handler.setLevel(Level.INFO);
      if (!verbose) {
        handler.setFormatter(new OneLine());
      }
    }
  }

  /** What was logged, and why, without a stack. */
  static final class OneLine extends Formatter {
    @Override
    public String format(LogRecord record) {
      String message = formatMessage(record);
      String reason = record.getThrown() == null ? "" : ": " + Failures.oneLine(record.getThrown());
      return "rowan: " + message + reason + System.lineSeparator();
    }
  }
}
