package io.rowandb.engine.bulk;

import io.rowandb.engine.bulk.SortProgress.NotedFile;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Merges runs into fewer until they can all be merged at once. A pass writes no cell twice and
 * merges as many runs as possible into each new one. So cells are written about as often as the
 * logarithm of the number of runs, to the base of the runs merged at once.
 *
 * <p>A merged run is recorded in place of its inputs, which are then deleted: after a crash the
 * next pass continues with the runs that exist. Used by one thread; merging runs in the executor's.
 */
final class MergePasses {
  /** Neighbours in age that become one run. */
  record Group(int from, int to) {}

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final SortDirectory directory;
  private final RunWriter writer;
  private final List<String> families;
  private final int fanIn;

  /**
   * @param fanIn how many runs are merged at once at most
   */
  MergePasses(
      FileSystem fileSystem,
      SortDirectory directory,
      RunWriter writer,
      List<String> families,
      int fanIn) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.writer = writer;
    this.families = families;
    this.fanIn = fanIn;
  }

  /**
   * Which of some runs a pass merges, oldest first: no more than it takes to have one left of as
   * many as can be merged, or to be able to merge the rest at once.
   */
  static List<Group> groups(int runs, int fanIn) {
    List<Group> groups = new ArrayList<>();
    int from = 0;
    int excess = runs - runsLeft(runs, fanIn);
    while (excess > 0) {
      int to = from + Math.min(fanIn, excess + 1);
      groups.add(new Group(from, to));
      excess -= to - from - 1;
      from = to;
    }
    return groups;
  }

  /** How many passes there are to come before a family's runs can be merged at once. */
  int left() {
    int passes = 0;
    for (String family : families) {
      int ofFamily = 0;
      int runs = directory.runPaths(family).size();
      while (runs > fanIn) {
        runs = runsLeft(runs, fanIn);
        ofFamily++;
      }
      passes = Math.max(passes, ofFamily);
    }
    return passes;
  }

  private static int runsLeft(int runs, int fanIn) {
    return Math.max(fanIn, (runs + fanIn - 1) / fanIn);
  }

  /** Merges until no family has more runs than can be merged at once. */
  void run(Executor executor, SortWatch watch, CellCount count) throws IOException {
    List<SortTasks.Work> works = works(count);
    while (!works.isEmpty()) {
      SortTasks.start(executor, works).await(watch);
      works = works(count);
    }
  }

  private List<SortTasks.Work> works(CellCount count) {
    List<SortTasks.Work> works = new ArrayList<>();
    for (String family : families) {
      List<Path> oldestFirst = directory.runPaths(family);
      for (Group group : groups(oldestFirst.size(), fanIn)) {
        List<Path> runs = oldestFirst.subList(group.from(), group.to());
        works.add(all -> merge(family, runs, count.counting(all)));
      }
    }
    return works;
  }

  private void merge(String family, List<Path> oldestFirst, CellCount.Counting count)
      throws IOException {
    List<Path> newestFirst = new ArrayList<>(oldestFirst);
    Collections.reverse(newestFirst);
    String name = RunName.merged(directory.newRun(), newestFirst.get(0));
    try (RunMerge merge = new RunMerge(fileSystem, newestFirst)) {
      writer.write(family, name, run -> merge.all(count.of(run)));
    }
    NotedFile merged = writer.noted(family, name);
    List<String> names = oldestFirst.stream().map(run -> run.getFileName().toString()).toList();
    directory.note(progress -> progress.merged(family, names, merged));
    for (Path run : oldestFirst) {
      fileSystem.delete(run);
    }
  }
}
