package io.rowandb.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The machine on which figures were measured. */
final class Machine {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  private Machine() {}

  /** Cores, memory, JDK, operating system. */
  static String line() throws IOException {
    return String.format(
        Locale.ROOT,
        "%d cores, %.0f GiB, JDK %s (%s), %s %s %s",
        Runtime.getRuntime().availableProcessors(),
        memoryBytes() / (double) (1 << 30),
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"));
  }

  /** How busy the machine was during the last minute; what makes figures noisy. */
  static String load() throws IOException {
    return Files.exists(LOAD) ? Files.readString(LOAD).split(" ", 2)[0] : "unknown";
  }

  /** Memory of the machine; 0 when it does not tell. */
  static long memoryBytes() throws IOException {
    if (!Files.exists(MEMORY)) {
      return 0;
    }
    return Files.readAllLines(MEMORY).stream()
        .filter(line -> line.startsWith("MemTotal:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .findFirst()
        .orElse(0);
  }
}
