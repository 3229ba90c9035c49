package io.rowandb.engine.fuzz;

import com.sun.management.ThreadMXBean;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.UnknownVersionException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.NoSuchFileException;

/**
 * One input given to one parser: what may come of it. Allowed are an answer; an exception that
 * names file and place, or another kind or version of file; and one that names a refused value. Not
 * allowed are any other exception, and more heap than a small file can ask for.
 */
final class Trial {
  /** What one input may allocate, all in all: a tenth of what a damaged length could ask for. */
  private static final long MAX_ALLOCATED_BYTES = 128L << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Trial() {}

  /**
   * Runs a target.
   *
   * @return whether it took the input for whole
   * @throws AssertionError when something happened that may not
   */
  static boolean run(FuzzTarget target, byte[] input) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean whole = answers(target, input);
    if (THREADS.getCurrentThreadAllocatedBytes() - before > MAX_ALLOCATED_BYTES) {
      checkAllocation(target, input);
    }
    return whole;
  }

  /** Once more, since the first time may have been spent on loading and instrumenting classes. */
  private static void checkAllocation(FuzzTarget target, byte[] input) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean whole = answers(target, input);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (allocated > MAX_ALLOCATED_BYTES) {
      throw new AssertionError(
          input.length + " bytes of input, whole " + whole + ", allocated " + allocated);
    }
  }

  private static boolean answers(FuzzTarget target, byte[] input) {
    try {
      target.run(input);
      return true;
    } catch (CorruptFileException | UnknownVersionException | WrongKindException e) {
      return named(e);
    } catch (RefusedException | NoSuchFileException e) {
      return named(e);
    } catch (IOException | RuntimeException e) {
      throw new AssertionError("not declared: " + e, e);
    }
  }

  private static boolean named(IOException e) {
    if (e.getMessage() == null || e.getMessage().isBlank()) {
      throw new AssertionError("says nothing", e);
    }
    return false;
  }
}
