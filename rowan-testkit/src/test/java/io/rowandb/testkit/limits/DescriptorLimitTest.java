package io.rowandb.testkit.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.LINUX;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operating system's own limit of open files, in processes of their own. A store of more files
 * than that cannot be opened, and is as it was. In a process that has a store open, and runs out of
 * descriptors for whatever reason, all rows can be read, writes go on while there is memory for
 * them, and everything goes on when there are descriptors again.
 */
@Tag("slow")
@EnabledOnOs(value = LINUX, disabledReason = "no ulimit, or no list of what a process has open")
class DescriptorLimitTest {
  /** The process itself has some 20 files open, and {@link #classPath} as many as it has jars. */
  private static final int FILES_OF_THE_STORE = 2 * DescriptorLimitProgram.REGIONS;

  /** Those that a flush has written stay until a compaction has found descriptors. */
  private static final int MOST_FILES_OF_A_FAMILY = 6;

  private static final int PLENTY = 3_000;

  @TempDir private Path directory;

  @Test
  void losesNothingAndGoesOnWhenThereAreDescriptorsAgain() throws Exception {
    String store = directory.resolve("store").toString();
    String classPath = classPath();
    int few = classPath.split(":", -1).length + FILES_OF_THE_STORE / 2;
    int enough = few + MOST_FILES_OF_A_FAMILY * FILES_OF_THE_STORE;
    int rows = acknowledged(run(PLENTY, classPath, "fill", store, 0));
    List<String> refused = run(few, classPath, "beRefused", store, rows);
    assertThat(refused).filteredOn(line -> line.startsWith("refused ")).hasSize(3);
    assertThat(acknowledged(run(PLENTY, classPath, "audit", store, rows))).isEqualTo(rows);
    List<String> used = run(enough, classPath, "use", store, rows);
    assertThat(used).anyMatch(line -> line.matches("0 left of .*: [1-9]\\d* refused"));
    assertThat(acknowledged(used)).isGreaterThan(rows);
    run(PLENTY, classPath, "audit", store, acknowledged(used));
    System.out.printf(
        "open files: %d files and a limit of %d: opening refused; limit of %d: %s%n",
        FILES_OF_THE_STORE,
        few,
        enough,
        used.stream()
            .filter(line -> line.contains("refused") || line.startsWith("acknowledged"))
            .collect(Collectors.joining(", ")));
  }

  private static List<String> run(
      int limit, String classPath, String what, String store, int acknowledged) throws Exception {
    List<String> command =
        new ChildJvm("-Xmx256m")
            .command(DescriptorLimitProgram.class, what, store, Integer.toString(acknowledged));
    command.set(command.indexOf("-cp") + 1, classPath);
    List<String> limited =
        new ArrayList<>(List.of("sh", "-c", "ulimit -n " + limit + " && exec \"$@\"", "sh"));
    limited.addAll(command);
    return ChildJvm.run(new ProcessBuilder(limited));
  }

  private static int acknowledged(List<String> lines) {
    return lines.stream()
        .filter(line -> line.matches("acknowledged \\d+"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  /** This one's, as users have it: of jars, whose classes can be loaded without opening a file. */
  private String classPath() throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path path = Path.of(entry);
      entries.add(Files.isDirectory(path) ? jar(path, entries.size()).toString() : entry);
    }
    return String.join(":", entries);
  }

  private Path jar(Path classes, int number) throws IOException {
    Path jar = directory.resolve(number + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> walk = Files.walk(classes)) {
      for (Path path : walk.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
        Files.copy(path, out);
        out.closeEntry();
      }
    }
    return jar;
  }
}
