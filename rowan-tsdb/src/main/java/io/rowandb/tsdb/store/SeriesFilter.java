package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.TagRegexp.Wanted;
import io.rowandb.tsdb.store.TagRegexp.WantedTag;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which series of a metric are wanted: by the UIDs in their row keys, where the rows are, and then
 * by names. Immutable.
 */
final class SeriesFilter {
  /** A request brings at most so many rows, however many it passes over. */
  private static final int ROWS_A_REQUEST = 200;

  private final PointKeyLayout layout;
  private final SeriesNames names;
  private final Uids uids;
  private final Optional<Wanted> wanted;
  private final Pattern pattern;

  /** Those that are looked at by name, by the UID of their tag's key. */
  private final Map<Bytes, List<TagFilter>> byName;

  private SeriesFilter(
      PointKeyLayout layout,
      SeriesNames names,
      Uids uids,
      Optional<Wanted> wanted,
      Map<Bytes, List<TagFilter>> byName) {
    this.layout = layout;
    this.names = names;
    this.uids = uids;
    this.wanted = wanted;
    this.byName = byName;
    pattern = Pattern.compile(wanted.map(each -> TagRegexp.pattern(layout, each)).orElse("(?!)"));
  }

  /**
   * Of a question.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when the key of a tag, or a value, has no UID
   */
  static SeriesFilter of(RangeQuery query, PointKeyLayout layout, SeriesNames names, Uids uids)
      throws IOException {
    Map<Bytes, Optional<Set<Bytes>>> tags = new LinkedHashMap<>(); // without a set: any value
    Map<Bytes, List<TagFilter>> byName = new HashMap<>();
    Set<Bytes> missing = new TreeSet<>();
    for (TagFilter filter : query.filters()) {
      if (filter instanceof TagFilter.Missing) {
        uids.find(UidKind.TAG_KEY, filter.key()).map(Bytes::new).ifPresent(missing::add);
        continue;
      }
      Bytes key = new Bytes(uids.uid(UidKind.TAG_KEY, filter.key()));
      tags.putIfAbsent(key, Optional.empty());
      if (filter instanceof TagFilter.OneOf oneOf) {
        Set<Bytes> values = values(oneOf, uids);
        tags.get(key).ifPresent(values::retainAll);
        tags.put(key, Optional.of(values));
      } else if (!(filter instanceof TagFilter.Any)) {
        byName.computeIfAbsent(key, unseen -> new ArrayList<>()).add(filter);
      }
    }
    boolean none =
        tags.values().stream().anyMatch(values -> values.isPresent() && values.get().isEmpty());
    Optional<Wanted> wanted =
        none ? Optional.empty() : Optional.of(wanted(tags, missing, query.explicitTags()));
    return new SeriesFilter(layout, names, uids, wanted, byName);
  }

  private static Set<Bytes> values(TagFilter.OneOf filter, Uids uids) throws IOException {
    Set<Bytes> values = new TreeSet<>();
    for (String value : filter.values()) {
      values.add(new Bytes(uids.uid(UidKind.TAG_VALUE, value)));
    }
    return values;
  }

  private static Wanted wanted(
      Map<Bytes, Optional<Set<Bytes>>> tags, Set<Bytes> missing, boolean explicit) {
    List<WantedTag> wanted = new ArrayList<>();
    tags.forEach(
        (key, values) -> wanted.add(new WantedTag(key.get(), bytes(values.orElse(Set.of())))));
    return new Wanted(wanted, bytes(missing), explicit);
  }

  private static List<byte[]> bytes(Collection<Bytes> each) {
    return each.stream().map(Bytes::get).toList();
  }

  /** Whether no series can be wanted, as two filters of a tag have no value in common. */
  boolean isNone() {
    return wanted.isEmpty();
  }

  /**
   * Makes a scan send the rows whose UIDs pass, and some that do not, so that the reader can look
   * at the clock while none passes: where there are many rows, some tag has many values, and about
   * one of 256 has a UID that ends with the sample's byte.
   *
   * @param sample its lowest byte counts, another one for each scan
   */
  void narrow(Scan scan, int sample) {
    if (wanted.isPresent() && !wanted.get().isAll()) {
      scan.setFilter(TagRegexp.filter(layout, wanted.get(), (byte) sample));
      scan.setCaching(ROWS_A_REQUEST);
    }
  }

  /** The tags that a series must have, with the UIDs of their values, if these are known. */
  List<WantedTag> tags() {
    return wanted.map(Wanted::tags).orElse(List.of());
  }

  /** The filters that are looked at by name, by the UID of their tag's key. */
  Map<Bytes, List<TagFilter>> byName() {
    return byName;
  }

  /** Whether some are looked at by name. */
  boolean isByName() {
    return !byName.isEmpty();
  }

  /** Whether the UIDs of a row pass. */
  boolean passes(byte[] row) {
    return wanted.isPresent()
        && (wanted.get().isAll()
            || pattern.matcher(new String(row, StandardCharsets.ISO_8859_1)).find());
  }

  /** Whether the names of a series pass, whose UIDs do. */
  boolean wants(SeriesId series) throws IOException {
    if (byName.isEmpty()) {
      return true;
    }
    for (byte[] pair : layout.pairsOf(series)) {
      for (TagFilter filter : byName.getOrDefault(new Bytes(names.keyOf(pair)), List.of())) {
        if (!filter.wants(uids.name(UidKind.TAG_VALUE, names.valueOf(pair)))) {
          return false;
        }
      }
    }
    return true;
  }
}
