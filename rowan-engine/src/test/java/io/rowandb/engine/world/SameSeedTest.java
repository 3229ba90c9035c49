package io.rowandb.engine.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same seed makes the same world, call by call and byte by byte. */
class SameSeedTest {
  private static final int STEPS = 80;

  @Tag("slow")
  @Test
  void theSameSeedMakesTheSameDisk() throws IOException {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(story(seed)).as("seed %d", seed).isEqualTo(story(seed));
    }
    assertThat(story(1)).isNotEqualTo(story(2));
  }

  /** After how many calls which files are there, and what they hold in the end. */
  private static List<String> story(long seed) throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    List<String> story = new ArrayList<>();
    disk.beforeEachChange(() -> story.add(files(disk, WorldHistory.DIRECTORY).toString()));
    new WorldHistory(seed, disk).run(STEPS);
    for (Path file : files(disk, WorldHistory.DIRECTORY)) {
      story.add(file + " " + Arrays.hashCode(disk.get(file)));
    }
    return story;
  }

  private static List<Path> files(CrashFileSystem disk, Path directory) {
    List<Path> files = new ArrayList<>();
    for (Path path : disk.list(directory)) {
      if (disk.isDirectory(path)) {
        files.addAll(files(disk, path));
      } else {
        files.add(path);
      }
    }
    return files;
  }
}
