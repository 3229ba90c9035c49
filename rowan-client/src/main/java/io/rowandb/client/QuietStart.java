package io.rowandb.client;

import java.util.Set;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.slf4j.LoggerFactory;

/**
 * Keeps the logging library that comes with HBase's client from complaining, before anything else a
 * program prints, that nobody has configured it. Of what HBase's client logs, errors then go to
 * standard error. A program that has configured the library, or brings another one, is left alone;
 * a file of settings that it reads later replaces this.
 */
final class QuietStart {
  /** What SLF4J is bound to when it is bound to that library; to any other, nothing is done. */
  private static final Set<String> BINDINGS =
      Set.of("org.slf4j.impl.Reload4jLoggerFactory", "org.slf4j.reload4j.Reload4jLoggerFactory");

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
