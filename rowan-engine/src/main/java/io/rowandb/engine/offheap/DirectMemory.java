package io.rowandb.engine.offheap;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How much off-heap memory this virtual machine grants. Stateless. */
public final class DirectMemory {
  /**
   * Left to others: the JDK reads and writes files through a direct buffer of each thread, of up to
   * a megabyte here, and fails when it cannot have one.
   */
  private static final long OTHERS_BYTES = 64L << 20;

  private static final String LIMIT_OPTION = "MaxDirectMemorySize";

  private DirectMemory() {}

  /** The most bytes that may be kept in direct buffers, so that enough is left to others. */
  public static long mostBytes() {
    return Math.max(0, limitBytes() - OTHERS_BYTES);
  }

  /** What was set, and otherwise as much as the heap may have: the virtual machine's rule. */
  private static long limitBytes() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long set = options == null ? 0 : Long.parseLong(options.getVMOption(LIMIT_OPTION).getValue());
    return set > 0 ? set : Runtime.getRuntime().maxMemory();
  }
}
