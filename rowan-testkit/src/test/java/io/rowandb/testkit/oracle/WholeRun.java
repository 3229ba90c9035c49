package io.rowandb.testkit.oracle;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * What is begun once for all test classes of this process, as HBase, and closed after the last.
 * What JUnit keeps for a run is not: where classes are run in two processes, each class is a run.
 */
public final class WholeRun implements LauncherSessionListener {
  private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();

  /** Is closed after the last test class, what came last first. */
  public static synchronized void closeAtEnd(AutoCloseable resource) {
    OPEN.push(resource);
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    closeAll();
  }

  private static synchronized void closeAll() {
    while (!OPEN.isEmpty()) {
      close(OPEN.pop());
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      throw new IllegalStateException(resource + " does not close", e);
    }
  }
}
