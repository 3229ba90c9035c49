package io.rowandb.client;

import java.util.Set;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.slf4j.LoggerFactory;

/**
 * Gives the logging library of HBase's client a default configuration: errors go to standard error.
 * Without it the library's first output is a warning that it is not configured. Nothing changes if
 * the program has configured the library or uses another one; a settings file that the library
 * reads later replaces this default.
 *
 * <p>When this class is initialized, it does so: the record layer, which needs no embedded store,
 * looks it up by its name before a design in a static field makes HBase's classes log.
 */
final class QuietStart {
  /** What SLF4J is bound to when it is bound to that library; to any other, nothing is done. */
  private static final Set<String> BINDINGS =
      Set.of("org.slf4j.impl.Reload4jLoggerFactory", "org.slf4j.reload4j.Reload4jLoggerFactory");

  static {
    ensure();
  }

  private QuietStart() {}

  /** To be called before HBase's classes log something. May be called again. */
  static void ensure() {
    if (BINDINGS.contains(LoggerFactory.getILoggerFactory().getClass().getName())) {
      Reload4j.ensureAppender();
    }
  }

  /** Loaded only where the library is. */
  private static final class Reload4j {
    private static void ensureAppender() {
      Logger root = LogManager.getRootLogger();
      if (!root.getAllAppenders().hasMoreElements()) {
        ConsoleAppender errors =
            new ConsoleAppender(
                new PatternLayout("%d{ISO8601} %p %c - %m%n"), ConsoleAppender.SYSTEM_ERR);
        errors.setThreshold(Level.ERROR);
        root.addAppender(errors);
      }
    }
  }
}
