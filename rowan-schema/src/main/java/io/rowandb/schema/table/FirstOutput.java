package io.rowandb.schema.table;

/**
 * Designs are often in static fields, so they are made before the program says where its store is,
 * and the first thing that HBase's classes do is to warn that their logging library has no
 * configuration. If the embedded store is among the program's libraries, it gives that library a
 * quiet one, which must come first.
 */
final class FirstOutput {
  private static final System.Logger LOG = System.getLogger(FirstOutput.class.getName());
  private static final String QUIET_START = "io.rowandb.client.QuietStart";

  private FirstOutput() {}

  /** Initializes that class, if it is there; may be called again. */
  static void ensureQuiet() {
    try {
      Class.forName(QUIET_START, /* initialize= */ true, FirstOutput.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      LOG.log(System.Logger.Level.TRACE, "a program for clusters alone, whose log is its own", e);
    } catch (LinkageError e) {
      LOG.log(System.Logger.Level.DEBUG, "the logging library of HBase cannot be configured", e);
    }
  }
}
