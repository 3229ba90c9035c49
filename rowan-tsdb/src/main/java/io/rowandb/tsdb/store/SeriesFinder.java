package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds series by the keys of all their rows, or of those that the index of tags chooses. Used by
 * one thread, once.
 */
final class SeriesFinder {
  private static final int ROWS_A_REQUEST = 1_000;

  private final Uids uids;
  private final SeriesNames names;
  private final PointKeyLayout layout;
  private final SeriesLookup lookup;
  private final ReadBudget budget;
  private final TagIndex index;

  /** By the key's UID the values that it may have; none for any. */
  private final Map<Bytes, Set<Bytes>> byKey = new HashMap<>();

  private final Set<Bytes> values = new HashSet<>();
  private final Set<SeriesId> found = new TreeSet<>();

  SeriesFinder(
      Uids uids,
      SeriesNames names,
      PointKeyLayout layout,
      SeriesLookup lookup,
      ReadBudget budget,
      TagIndex index) {
    this.index = index;
    this.uids = uids;
    this.names = names;
    this.layout = layout;
    this.lookup = lookup;
    this.budget = budget;
  }

  LookupAnswer find(Table table) throws IOException {
    resolve();
    if (lookup.metric().isEmpty()) {
      scan(table, new Scan());
    } else {
      findOf(table, uids.uid(UidKind.METRIC, lookup.metric().get()));
    }
    return named();
  }

  private void findOf(Table table, byte[] metric) throws IOException {
    Optional<Set<SeriesId>> indexed =
        new IndexedFinder(index, layout, budget)
            .find(table, metric, pairs(), this::isWanted, lookup.limit() + 1);
    if (indexed.isPresent()) {
      found.addAll(indexed.get());
      return;
    }
    for (int bucket = 0; bucket < layout.buckets() && !isMore(); bucket++) {
      scan(table, new Scan().setStartStopRowForPrefixScan(layout.rowPrefix(bucket, metric)));
    }
  }

  /** Of each key that must have one of some values: the UIDs of the key and of each value. */
  private List<List<byte[]>> pairs() {
    List<List<byte[]>> pairs = new ArrayList<>();
    byKey.forEach(
        (key, those) -> {
          if (!those.isEmpty()) {
            pairs.add(
                those.stream()
                    .map(value -> Bytes.add(key.copyBytes(), value.copyBytes()))
                    .toList());
          }
        });
    return pairs;
  }

  private void resolve() throws IOException {
    Set<Bytes> anyValue = new HashSet<>();
    for (SeriesLookup.Tag tag : lookup.tags()) {
      if (tag.key().isEmpty()) {
        if (!tag.value().isEmpty()) {
          values.add(value(tag));
        }
        continue;
      }
      Bytes key = new Bytes(uids.uid(UidKind.TAG_KEY, tag.key()));
      Set<Bytes> those = byKey.computeIfAbsent(key, unseen -> new HashSet<>());
      if (tag.value().isEmpty()) {
        anyValue.add(key);
      } else {
        those.add(value(tag));
      }
    }
    anyValue.forEach(key -> byKey.put(key, Set.of()));
  }

  private Bytes value(SeriesLookup.Tag tag) throws IOException {
    return new Bytes(uids.uid(UidKind.TAG_VALUE, tag.value()));
  }

  private boolean isMore() {
    return found.size() > lookup.limit();
  }

  private void scan(Table table, Scan scan) throws IOException {
    scan.addFamily(Bytes.toBytes(TsdbTables.DATA_FAMILY))
        .setCaching(ROWS_A_REQUEST)
        .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner rows = table.getScanner(scan)) {
      budget.checkTime();
      for (Result row = rows.next(); row != null && !isMore(); row = rows.next()) {
        budget.took(row);
        budget.checkTime();
        // A row that is no series is none that a lookup could find; a check of the table tells.
        layout.trySeriesOf(row.getRow()).filter(this::isWanted).ifPresent(found::add);
      }
    }
  }

  private boolean isWanted(SeriesId series) {
    if (found.contains(series)) {
      return false;
    }
    int keys = 0;
    boolean hasValue = values.isEmpty();
    for (byte[] pair : layout.pairsOf(series)) {
      Bytes value = new Bytes(names.valueOf(pair));
      Set<Bytes> those = byKey.get(new Bytes(names.keyOf(pair)));
      if (those != null) {
        if (!those.isEmpty() && !those.contains(value)) {
          return false;
        }
        keys++;
      }
      hasValue |= values.contains(value);
    }
    return keys == byKey.size() && hasValue;
  }

  private LookupAnswer named() throws IOException {
    List<LookupAnswer.Found> series = new ArrayList<>();
    int nameless = 0;
    for (SeriesId each : found) {
      if (series.size() + nameless == lookup.limit()) {
        break;
      }
      budget.checkTime();
      try {
        series.add(new LookupAnswer.Found(names.named(each), each.toString()));
      } catch (NoSuchNameException e) {
        nameless++;
      }
    }
    return new LookupAnswer(series, isMore(), nameless);
  }
}
