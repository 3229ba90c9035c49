package io.rowandb.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds another JDK on this machine, as {@code ./rowan test --java} does. */
final class LaterJava {
  private static final Path LINUX_HOMES = Path.of("/usr/lib/jvm");

  private LaterJava() {}

  /** The executable of a Java of this version, where there is one. */
  static Optional<Path> find(int version) throws IOException {
    for (String name : new String[] {"ROWAN_JAVA_" + version, "JAVA" + version + "_HOME"}) {
      String home = System.getenv(name);
      if (home != null && isHome(Path.of(home), version)) {
        return Optional.of(executable(Path.of(home)));
      }
    }
    Path own = Path.of(System.getProperty("java.home"));
    if (isHome(own, version)) {
      return Optional.of(executable(own));
    }
    if (!Files.isDirectory(LINUX_HOMES)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(LINUX_HOMES)) {
      for (Path home : homes.sorted().toList()) {
        if (isHome(home, version)) {
          return Optional.of(executable(home));
        }
      }
    }
    return Optional.empty();
  }

  private static Path executable(Path home) {
    return home.resolve("bin/java");
  }

  private static boolean isHome(Path home, int version) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isExecutable(executable(home)) || !Files.isRegularFile(release)) {
      return false;
    }
    return Files.readAllLines(release).stream()
        .anyMatch(
            line ->
                line.matches(
                    "JAVA_VERSION=\"" + version + "[.\"+-].*|JAVA_VERSION=\"" + version + "\""));
  }
}
