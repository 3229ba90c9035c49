package io.rowandb.bench.workload;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Linux kernel's counts for this process, from {@code /proc/self}. */
public final class ProcessFigures {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final Path IO = Path.of("/proc/self/io");

  private ProcessFigures() {}

  /** Resident memory now, in bytes. */
  static long residentBytes() throws IOException {
    return 1024 * number(STATUS, "VmRSS:");
  }

  /** The most resident memory until now, in bytes. */
  public static long peakResidentBytes() throws IOException {
    return 1024 * number(STATUS, "VmHWM:");
  }

  /**
   * Bytes that read calls brought: files, whether they were in memory or not, and the sockets of a
   * peer that has a server.
   */
  public static long readBytes() throws IOException {
    return number(IO, "rchar:");
  }

  /** Bytes that were read from disks for this process. */
  static long deviceBytes() throws IOException {
    return number(IO, "read_bytes:");
  }

  /** Bytes of objects on the heap that something still needs; collects the others first. */
  static long heapBytesAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /**
   * Bytes handed to the operating system by write calls: files, a little for the output, and the
   * sockets of a peer that has a server.
   */
  public static long writtenBytes() throws IOException {
    return number(IO, "wchar:");
  }

  /**
   * Processor time of all threads until now, compiler and collector included. Unlike the clock it
   * stands still while other programs have the processors.
   */
  public static long processorNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Java threads that are not the JVM's own: those outside the group "system". */
  static int threads() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getThreadGroup() != null)
            .filter(t -> !t.getThreadGroup().getName().equals("system"))
            .count();
  }

  private static long number(Path file, String name) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IOException(file + " has no line " + name));
  }
}
