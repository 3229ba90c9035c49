package io.rowandb.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The package's list of lock-free places has them all, and names tests that exist. */
class LockFreePlacesTest {
  private static final Path ENGINE =
      Path.of("../rowan-engine/src/main/java/io/rowandb/engine").toAbsolutePath().normalize();
  private static final Path TESTS = Path.of("src/test/java/io/rowandb").toAbsolutePath();

  /** Words of which lock-free code uses at least one. */
  private static final Pattern LOCK_FREE =
      Pattern.compile(
          "\\b(volatile \\w|VarHandle \\w|Atomic[A-Z]\\w+ |\\w*Adder |StampedLock |\\w+Fence\\(|onSpinWait)");

  private static final Pattern LINE = Pattern.compile("(?m)^ \\* ([a-z]+\\.[A-Z]\\w+) +(.*)$");
  private static final Pattern STRESS = Pattern.compile("[A-Z]\\w+Stress\\b");

  @Test
  void everyLockFreePlaceIsInTheList() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (Path file : sources(ENGINE)) {
      if (LOCK_FREE.matcher(withoutComments(Files.readString(file))).find()) {
        found.add(name(file));
      }
    }
    assertThat(found).hasSizeGreaterThan(30);
    assertThat(listed().stream().map(Place::name)).containsAll(found).doesNotHaveDuplicates();
  }

  @Test
  void whatIsListedExists() throws IOException {
    List<String> classes = sources(ENGINE).stream().map(LockFreePlacesTest::name).toList();
    List<String> tests = new ArrayList<>();
    for (Path file : sources(TESTS)) {
      String simple = file.getFileName().toString().replace(".java", "");
      if (simple.endsWith("Stress") && !file.getParent().endsWith("broken")) {
        tests.add(simple);
      }
    }
    assertThat(listed()).extracting(Place::name).isSubsetOf(classes);
    assertThat(listed().stream().flatMap(place -> place.tests().stream()).distinct())
        .containsExactlyInAnyOrderElementsOf(tests);
  }

  private record Place(String name, List<String> tests) {}

  private static List<Place> listed() throws IOException {
    List<Place> places = new ArrayList<>();
    Matcher line = LINE.matcher(Files.readString(TESTS.resolve("jcstress/package-info.java")));
    while (line.find()) {
      List<String> tests =
          STRESS.matcher(line.group(2)).results().map(found -> found.group()).toList();
      places.add(new Place(line.group(1), tests));
    }
    return places;
  }

  private static String withoutComments(String source) {
    return source.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//.*", "");
  }

  /** The room and the class; the engine's own package is the root. */
  private static String name(Path file) {
    Path room = file.getParent();
    String simple = file.getFileName().toString().replace(".java", "");
    return (room.equals(ENGINE) ? "root" : room.getFileName()) + "." + simple;
  }

  private static List<Path> sources(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
