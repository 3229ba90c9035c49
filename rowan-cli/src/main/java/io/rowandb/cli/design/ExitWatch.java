package io.rowandb.cli.design;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names the code of a design that ends the process, and lets the process end as one that failed:
 * with the code that such a call gives, what was still to be done would be passed over without a
 * word. No call can be refused, since later Javas have no security manager.
 *
 * <p>It is a shutdown hook, from its begin until it is closed. While hooks run, the thread that
 * ended the process waits in {@link Runtime#exit}, below the code that called it. A signal has no
 * such thread. Safe for use by many threads.
 */
public final class ExitWatch implements AutoCloseable {
  /** As of any command that failed. */
  private static final int FAILED = 1;

  private final Set<String> loaders = ConcurrentHashMap.newKeySet();
  private final Thread hook = new Thread(this::tell, "rowan-design-exit");

  private ExitWatch() {}

  /** Begins, with no code to watch. */
  public static ExitWatch begin() {
    ExitWatch watch = new ExitWatch();
    Runtime.getRuntime().addShutdownHook(watch.hook);
    return watch;
  }

  /** Watches the classes of a loader, which is named by their design file. */
  public void add(ClassLoader loader) {
    loaders.add(loader.getName());
  }

  private void tell() {
    Optional<StackTraceElement> culprit =
        Thread.getAllStackTraces().values().stream()
            .filter(ExitWatch::isEnding)
            .flatMap(Arrays::stream)
            .filter(this::isOfDesign)
            .findFirst();
    if (culprit.isPresent()) {
      StackTraceElement frame = culprit.get();
      System.err.println(
          "rowan: "
              + frame.getClassLoaderName()
              + ": "
              + frame.getClassName()
              + "."
              + frame.getMethodName()
              + " ends the program by System.exit, which the code of a design must not");
      System.out.flush();
      Runtime.getRuntime().halt(FAILED); // the only way to another code than that of the call
    }
  }

  private static boolean isEnding(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .anyMatch(
            frame ->
                frame.getClassName().equals(Runtime.class.getName())
                    && frame.getMethodName().equals("exit"));
  }

  private boolean isOfDesign(StackTraceElement frame) {
    return frame.getClassLoaderName() != null && loaders.contains(frame.getClassLoaderName());
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the process is ending, and the hook has begun
    }
  }
}
