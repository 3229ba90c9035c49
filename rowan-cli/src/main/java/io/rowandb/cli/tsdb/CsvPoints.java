package io.rowandb.cli.tsdb;

import io.rowandb.cli.source.Fields;
import io.rowandb.systems.lines.DataLines;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.text.PointLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The points of the lines of a CSV file, a line by itself. Used by one thread. */
final class CsvPoints implements DataLines.Parser<DataPoint> {
  /** Values that are none. */
  private static final Set<String> MISSING = Set.of("", "NA", "NaN", "null");

  // Fixed at construction.
  private final List<String> header;
  private final int[] time;
  private final CsvTime times;
  private final Map<String, Integer> metrics;
  private final Map<String, Integer> tags;
  private final Map<String, String> fileTag;
  private final Consumer<DataPoint> check;

  private CsvPoints(CsvMapping mapping, List<String> header, Consumer<DataPoint> check) {
    this.header = header;
    this.check = check;
    times = new CsvTime(mapping.zone());
    time = mapping.time().stream().mapToInt(this::column).toArray();
    metrics = columns(mapping.metrics());
    tags = columns(mapping.tags());
    fileTag = mapping.tags().isEmpty() ? Map.of(CsvMapping.FILE_TAG, mapping.fileTag()) : Map.of();
  }

  /**
   * What reads the lines below the first.
   *
   * @param name of the file, for errors
   * @param check refuses a point by an IllegalArgumentException
   */
  static DataLines.Header<DataPoint> header(
      String name, CsvMapping mapping, Consumer<DataPoint> check) {
    return first -> {
      try {
        return new CsvPoints(mapping, Fields.csv(first), check);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            name + ", line 1: " + e.getMessage() + ": " + DataLines.shown(first), e);
      }
    };
  }

  private int column(String name) {
    int at = header.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException("there is no column \"" + name + '"');
    }
    if (at != header.lastIndexOf(name)) {
      throw new IllegalArgumentException("there are two columns \"" + name + '"');
    }
    return at;
  }

  private Map<String, Integer> columns(Map<String, String> named) {
    Map<String, Integer> all = new LinkedHashMap<>();
    named.forEach((name, column) -> all.put(name, column(column)));
    return all;
  }

  @Override
  public List<DataPoint> parse(int number, String line) {
    List<String> fields = Fields.csv(line);
    if (fields.size() != header.size()) {
      throw new IllegalArgumentException(
          "there are " + header.size() + " columns, but here are " + fields.size() + " values");
    }
    PointTime at = times.parse(texts(fields));
    Map<String, String> ofLine = new TreeMap<>(fileTag);
    tags.forEach((key, column) -> ofLine.put(key, fields.get(column)));
    List<DataPoint> points = new ArrayList<>();
    for (Map.Entry<String, Integer> each : metrics.entrySet()) {
      String value = fields.get(each.getValue()).strip();
      if (!MISSING.contains(value)) {
        points.add(point(each.getKey(), ofLine, at, value));
      }
    }
    return points;
  }

  private List<String> texts(List<String> fields) {
    List<String> texts = new ArrayList<>();
    for (int column : time) {
      texts.add(fields.get(column).strip());
    }
    return texts;
  }

  private DataPoint point(String metric, Map<String, String> of, PointTime at, String text) {
    PointValue value = PointLine.value(text);
    DataPoint point = new DataPoint(Series.of(metric, of), at, value);
    check.accept(point);
    return point;
  }
}
