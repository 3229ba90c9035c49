package io.rowandb.engine.io;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Distinguishes a running process from an earlier one with the same id. */
final class RunningProcess {
  /** Room in a decimal of 18 digits. */
  private static final long MOST = 100_000_000_000_000_000L;

  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

  /** Fields of {@code /proc/PID/stat} behind the name, which may hold spaces: proc(5). */
  private static final int STATE = 0;

  private static final int START_TICKS = 19;

  private RunningProcess() {}

  /**
   * A number that identifies the process as long as it runs, the same for all callers; 0 if it does
   * not run or this is unknown. On Linux it is made from the boot id and the ticks since the boot,
   * because the time of day comes from a clock that may have been set meanwhile.
   */
  static long startOf(long pid) {
    try {
      String stat = read("/proc/" + pid + "/stat");
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      if ("ZXx".contains(fields[STATE])) {
        return 0; // dead, and nobody has asked how it ended
      }
      long boot = read(BOOT_ID).strip().hashCode();
      return 1 + Math.floorMod(boot * 1_000_003 + Long.parseLong(fields[START_TICKS]), MOST);
    } catch (IOException | RuntimeException e) {
      return startMillis(pid); // there is no such directory, as on other systems
    }
  }

  /** Also in a thread that is interrupted. */
  private static String read(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static long startMillis(long pid) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(process -> process.info().startInstant())
        .map(Instant::toEpochMilli)
        .orElse(0L);
  }
}
