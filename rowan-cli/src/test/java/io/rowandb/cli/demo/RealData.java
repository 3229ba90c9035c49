package io.rowandb.cli.demo;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the real data sets are, if they are there. */
public final class RealData {
  private RealData() {}

  /**
   * The directory that system property {@code rowan.data} or environment variable {@code
   * ROWAN_DATA} names, else {@code ../shared/data} beside the project; skips the test if there is
   * none.
   */
  public static Path directoryOrSkip() {
    String named = System.getProperty("rowan.data", System.getenv("ROWAN_DATA"));
    Path directory =
        (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named))
            .toAbsolutePath()
            .normalize();
    assumeTrue(
        Files.isDirectory(directory),
        () -> "no data sets in " + directory + "; -Drowan.data=DIR names another directory");
    return directory;
  }
}
