package io.rowandb.engine.bulk;

import io.rowandb.engine.bulk.SortProgress.NotedFile;
import io.rowandb.engine.bulk.SortProgress.Part;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Merges the runs of each family into finished files, part by part: the last pass. A finished part
 * is recorded at once and not merged again. Used by one thread; the executor's threads do the
 * merging, one thread per part.
 */
final class PartMerge {
  private static final byte[] NO_BOUND = new byte[0];

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final SortDirectory directory;
  private final BulkSortOptions options;
  private final MergedCells cells;

  PartMerge(
      FileSystem fileSystem, SortDirectory directory, BulkSortOptions options, MergedCells cells) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.options = options;
    this.cells = cells;
  }

  /** Merges those that are not done. */
  void run(Executor executor, SortWatch watch, CellCount count) throws IOException {
    List<SortTasks.Work> works = new ArrayList<>();
    for (Part part : directory.parts()) {
      if (!directory.progress().done().containsKey(part)) {
        works.add(all -> merge(part, count.counting(all)));
      }
    }
    SortTasks.start(executor, works).await(watch);
  }

  private void merge(Part part, CellCount.Counting count) throws IOException {
    List<byte[]> starts = directory.progress().starts();
    byte[] start = part.number() == 0 ? NO_BOUND : starts.get(part.number() - 1);
    byte[] end = part.number() == starts.size() ? NO_BOUND : starts.get(part.number());
    List<Path> newestFirst = new ArrayList<>(directory.runPaths(part.family()));
    Collections.reverse(newestFirst);
    List<StoreFileInfo> written;
    try (RunMerge merge = new RunMerge(fileSystem, newestFirst);
        PartedFiles files =
            new PartedFiles(
                fileSystem,
                directory.files(part.family()),
                options.families().get(part.family()),
                List.of(),
                options.maxFileBytes(),
                options.createdMillis(),
                part.number())) {
      MergedCells.Part changed = cells.ofPart(part.family());
      merge.between(start, end, count.of(cell -> append(changed.cell(cell), files)));
      changed.end();
      written = files.finish();
    }
    List<NotedFile> noted = new ArrayList<>();
    for (StoreFileInfo file : written) {
      noted.add(NotedFile.of(fileSystem, file.path()));
    }
    directory.note(progress -> progress.with(part, noted));
  }

  private static void append(Cell changed, PartedFiles files) throws IOException {
    if (changed != null) {
      files.append(changed);
    }
  }
}
