package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/** Between the names of a series and its UIDs. */
final class SeriesNames {
  private final Uids uids;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;

  SeriesNames(Uids uids, PointStoreOptions options) {
    this.uids = uids;
    this.options = options;
    layout = options.layout();
  }

  private interface Lookup {
    byte[] uid(UidKind kind, String name) throws IOException;
  }

  /** For a write: new names get UIDs, if they may. */
  SeriesId toWrite(Series series) throws IOException {
    return id(series, options.createNames() ? uids::getOrCreate : uids::uid);
  }

  /** Of names that have UIDs, or {@link io.rowandb.tsdb.uid.NoSuchNameException}. */
  SeriesId toRead(Series series) throws IOException {
    return id(series, uids::uid);
  }

  private SeriesId id(Series series, Lookup lookup) throws IOException {
    byte[] metric = lookup.uid(UidKind.METRIC, series.metric());
    List<byte[]> pairs = new ArrayList<>();
    for (Map.Entry<String, String> tag : series.tags().entrySet()) {
      byte[] key = lookup.uid(UidKind.TAG_KEY, tag.getKey());
      pairs.add(Bytes.add(key, lookup.uid(UidKind.TAG_VALUE, tag.getValue())));
    }
    return layout.series(metric, pairs);
  }

  void checkTags(Series series) {
    if (series.tags().size() > options.maxTags()) {
      throw new IllegalArgumentException(
          "a series has at most "
              + options.maxTags()
              + " tags: "
              + series.tags().size()
              + " of "
              + series);
    }
  }

  Series named(SeriesId id) throws IOException {
    SortedMap<String, String> tags = new TreeMap<>();
    for (byte[] pair : layout.pairsOf(id)) {
      tags.put(
          uids.name(UidKind.TAG_KEY, keyOf(pair)), uids.name(UidKind.TAG_VALUE, valueOf(pair)));
    }
    return new Series(uids.name(UidKind.METRIC, layout.metricOf(id)), tags);
  }

  byte[] keyOf(byte[] pair) {
    return Arrays.copyOf(pair, layout.tagKeyWidth());
  }

  byte[] valueOf(byte[] pair) {
    return Arrays.copyOfRange(pair, layout.tagKeyWidth(), pair.length);
  }
}
