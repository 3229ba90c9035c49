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
 * What to load, and how.
 *
 * @param table the target table
 * @param columns the meaning of the fields
 * @param indexes second rows for each line
 * @param separator between fields
 * @param skipEmpty whether an empty field makes no cell
 * @param timeMillis the time of lines without one; -1 for the current time
 * @param files the input files in order: of equal cells the last is kept
 * @param work the directory for sorting; best on the disk of the store
 * @param memoryBytes for sorting
 * @param newRegions the number of regions if the table is created; 0 if it must exist
 * @param attributes the attributes of each family if the table is created, by HBase's names
 * @param maxBadLines with more bad lines the load fails
 * @param maxFilesPerStore with more sorted files for one family of one region, the load is refused
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

  /** What to do when this load cannot go on, for the end of a message. */
  String howToGoOn() {
    return "Delete "
        + work
        + ", or give another --work, and the same command loads all lines again";
  }
}
