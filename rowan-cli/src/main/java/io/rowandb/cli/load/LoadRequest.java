package io.rowandb.cli.load;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be loaded, and how.
 *
 * @param table where to
 * @param columns what the fields are
 * @param indexes second rows for each line
 * @param separator between fields
 * @param skipEmpty whether an empty field is no cell
 * @param timeMillis of lines without a time; -1 for the present
 * @param files with the lines, in their order: of equal cells the last is kept
 * @param work where cells are sorted; best on the disk of the store
 * @param memoryBytes for sorting
 * @param newRegions how many regions the table gets if it is made; 0 when it may not be made
 * @param attributes of each family if the table is made, by HBase's names
 * @param maxBadLines with more the load fails
 * @param maxFilesPerStore with more sorted files for one family of one region the load is refused
 * @param verify whether the sorted files are read again before they are loaded
 */
public record LoadRequest(
    TableName table,
    LoadColumns columns,
    List<IndexRow> indexes,
    byte separator,
    boolean skipEmpty,
    long timeMillis,
    List<Path> files,
    Path work,
    long memoryBytes,
    int newRegions,
    Map<String, String> attributes,
    long maxBadLines,
    int maxFilesPerStore,
    boolean verify) {
  /** Copies the lists. */
  public LoadRequest {
    indexes = List.copyOf(indexes);
    files = List.copyOf(files);
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  /**
   * Says what is loaded, so that only the same load goes on in a working directory.
   *
   * @param store its id: the same table of another store has none of the rows yet
   */
  String job(String store) throws IOException {
    StringBuilder job = new StringBuilder();
    job.append(table).append(" of store ").append(store).append(' ').append(columns.spec());
    indexes.forEach(index -> job.append(' ').append(index.spec()));
    job.append(" separator ").append(separator).append(skipEmpty ? ", no empty fields" : "");
    job.append(timeMillis < 0 ? "" : ", time " + timeMillis);
    attributes.forEach((name, value) -> job.append(", ").append(name + " " + value));
    for (Path file : files) {
      job.append(", ").append(new LocalFileSystem().named(file));
    }
    return job.toString();
  }

  /** What each file is like now: a load that goes on skips what it has read of it. */
  List<String> inputs() throws IOException {
    List<String> inputs = new ArrayList<>();
    for (Path file : files) {
      inputs.add(Files.size(file) + " bytes of " + Files.getLastModifiedTime(file));
    }
    return inputs;
  }
}
