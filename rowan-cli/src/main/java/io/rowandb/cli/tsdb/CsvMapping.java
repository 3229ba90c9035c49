package io.rowandb.cli.tsdb;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the columns of a CSV file are.
 *
 * @param time one column, or 3 to 6 with year, month, day, hour, minute and second
 * @param zone of times that say none
 * @param metrics their names, and the column of each; at least one
 * @param tags their keys, and the column of each; when there is none, the tag {@code file} has the
 *     name of the file up to its first dot
 * @param file its name
 */
record CsvMapping(
    List<String> time,
    ZoneId zone,
    Map<String, String> metrics,
    Map<String, String> tags,
    String file) {
  /** The tag of a file without columns of tags. */
  static final String FILE_TAG = "file";

  CsvMapping {
    if (time.size() != 1 && (time.size() < 3 || time.size() > 6)) {
      throw new IllegalArgumentException(
          "--time is one column, or those of year,month,day and maybe hour,minute,second: "
              + String.join(",", time));
    }
    if (metrics.isEmpty()) {
      throw new IllegalArgumentException("--csv needs --metric, the columns of values");
    }
  }

  /** Of words {@code NAME=COLUMN}, or {@code COLUMN} that is the name too. */
  static Map<String, String> named(String option, List<String> words) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String word : words) {
      int at = word.indexOf('=');
      String name = at < 0 ? word : word.substring(0, at);
      String column = at < 0 ? word : word.substring(at + 1);
      if (name.isEmpty() || column.isEmpty()) {
        throw new IllegalArgumentException(
            option + " is NAME=COLUMN or COLUMN, separated by commas: \"" + word + '"');
      }
      if (all.put(name, column) != null) {
        throw new IllegalArgumentException(option + " has \"" + name + "\" twice");
      }
    }
    return all;
  }

  /** The file's name up to its first dot. */
  String fileTag() {
    int dot = file.indexOf('.');
    return dot <= 0 ? file : file.substring(0, dot);
  }
}
