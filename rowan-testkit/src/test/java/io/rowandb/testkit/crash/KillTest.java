package io.rowandb.testkit.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.limits.ChildJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A loader with eight writing threads, killed with SIGKILL at random moments, the opening of its
 * store among them, while it splits and merges regions and loads files into them: after each kill
 * an auditor, a process of its own, finds every acknowledged write, no half row and nothing that
 * was never written. How many acknowledgements were checked is printed; {@code -Drowan.kills=100}
 * is the long run.
 */
@Tag("slow")
class KillTest {
  private static final int KILLS =
      Integer.getInteger("rowan.kills", Boolean.getBoolean("rowan.full") ? 10 : 5);

  /**
   * A round is killed after this many acknowledgements at most: enough for some flushes,
   * compactions and splits, few enough that a round takes some seconds.
   */
  private static final int MAX_ACKNOWLEDGEMENTS = 4_000;

  /** One round in so many is killed by the time, in the start or the recovery of the loader. */
  private static final int EARLY_KILLS = 5;

  private static final int MAX_EARLY_MILLIS = 1_500;

  @TempDir private Path directory;

  private final ChildJvm jvm = new ChildJvm("-Xmx512m", "-XX:TieredStopAtLevel=1");
  private Path store;
  private Path acknowledgements;

  @Test
  void f67_killedLoaderLosesNothing() throws Exception {
    long seed = Long.getLong("rowan.seed", System.nanoTime());
    System.out.println("seed " + seed + " (repeat with -Drowan.seed=" + seed + ")");
    Random random = new Random(seed);
    store = directory.resolve("store");
    acknowledgements = Files.createDirectory(directory.resolve("acknowledgements"));
    long checked = 0;
    int mostRegions = 0;
    long loads = 0;
    int parts = 0;
    int through = 0;
    for (int round = 1; round <= KILLS; round++) {
      if (round % EARLY_KILLS == 0) {
        killEarly(round, random.nextInt(MAX_EARLY_MILLIS));
      } else {
        killAfter(round, 1 + random.nextInt(MAX_ACKNOWLEDGEMENTS));
      }
      String[] audited = audit(round).split(" ", -1);
      assertThat(Long.parseLong(audited[1])).as("round %d", round).isGreaterThanOrEqualTo(checked);
      checked = Long.parseLong(audited[1]);
      mostRegions = Math.max(mostRegions, Integer.parseInt(audited[5]));
      loads = Long.parseLong(audited[7]);
      parts += Integer.parseInt(audited[9]);
      through += Integer.parseInt(audited[11]);
    }
    System.out.printf(
        "kills: %d, acknowledgements checked %d, of bulk loads %d, lost 0;"
            + " of %d parts of loads under way %d came through%n",
        KILLS, checked, loads, parts, through);
    assertThat(mostRegions).as("regions: the table's first two were split").isGreaterThan(2);
    assertThat(loads).as("bulk loads").isPositive();
  }

  /** Starts a loader and kills it as soon as it says that it acknowledged so much. */
  private void killAfter(int round, int limit) throws Exception {
    Path errors = errors(round);
    Process loader = loader(round);
    int count = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(loader.getInputStream(), US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        count += line.equals(KilledLoader.PROGRESS) ? KilledLoader.ACKNOWLEDGEMENTS_PER_LINE : 0;
        if (count >= limit) {
          // Not by the Process itself: that would close the pipe with what is still in it.
          loader.toHandle().destroyForcibly();
        }
      }
    }
    assertKilled(loader, round);
    assertThat(count)
        .as("round %d ended before its kill:%n%s", round, Files.readString(errors))
        .isGreaterThanOrEqualTo(limit);
  }

  private void killEarly(int round, int millis) throws Exception {
    Process loader = loader(round);
    assertThat(loader.waitFor(millis, TimeUnit.MILLISECONDS))
        .as("round %d ended by itself", round)
        .isFalse();
    loader.destroyForcibly();
    assertKilled(loader, round);
  }

  private Process loader(int round) throws Exception {
    return jvm.builder(KilledLoader.class, arguments(round))
        .redirectError(errors(round).toFile())
        .start();
  }

  private void assertKilled(Process loader, int round) throws Exception {
    assertThat(loader.waitFor())
        .as("exit code of a process killed by signal 9; %s", Files.readString(errors(round)))
        .isEqualTo(128 + 9);
  }

  /** Returns the auditor's last line. */
  private String audit(int round) throws Exception {
    List<String> lines = jvm.run(KillAuditor.class, arguments(round));
    assertThat(lines).as("round %d", round).noneMatch(line -> line.startsWith("WRONG"));
    String last = lines.get(lines.size() - 1);
    assertThat(last).startsWith(KillAuditor.AUDITED).contains(" wrong 0 ");
    return last;
  }

  private String[] arguments(int round) {
    return new String[] {store.toString(), acknowledgements.toString(), Integer.toString(round)};
  }

  private Path errors(int round) {
    return directory.resolve("errors-" + round + ".txt");
  }
}
