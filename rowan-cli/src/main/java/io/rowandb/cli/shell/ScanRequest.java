package io.rowandb.cli.shell;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.Column;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.EmptyStackException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The options of {@code scan} and {@code get} in HBase's shell.
 *
 * @param scan the scan to run
 * @param asCells whether the cells themselves are requested
 * @param values how the values of cells are shown
 */
record ScanRequest(Scan scan, boolean asCells, ValueText values) {
  /** The names of what it reads, in the order in which they are offered. */
  static final List<String> OPTIONS =
      List.of(
          "ALLOW_PARTIAL_RESULTS",
          "ATTRIBUTES",
          "BATCH",
          "CACHE",
          "CACHE_BLOCKS",
          "COLUMN",
          "COLUMNS",
          "CONSISTENCY",
          "ENDROW",
          "FILTER",
          "FORMATTER",
          "FORMATTER_CLASS",
          "ISOLATION_LEVEL",
          "LIMIT",
          "MAXLENGTH",
          "MAX_RESULT_SIZE",
          "RAW",
          "READ_TYPE",
          "REGION_REPLICA_ID",
          "REVERSED",
          "ROWPREFIXFILTER",
          "STARTROW",
          "STOPROW",
          "TIMERANGE",
          "TIMESTAMP",
          "VERSIONS");

  /** Whose forms of values there are. */
  private static final String FORMS = Bytes.class.getName();

  /**
   * Of options, of which it leaves those that it does not know.
   *
   * @throws IllegalArgumentException naming the option and the rule
   */
  static ScanRequest of(Options options) throws IOException {
    return of(options, List.of());
  }

  /** The same with columns that are given besides. */
  static ScanRequest of(Options options, List<Text> columns) throws IOException {
    Scan scan = new Scan();
    ValueText values = new ValueText();
    columns.forEach(column -> addTo(scan, values.column(withoutClass(column))));
    options.bytes("STARTROW").ifPresent(scan::withStartRow);
    options.bytes("STOPROW").ifPresent(scan::withStopRow);
    options.bytes("ENDROW").ifPresent(scan::withStopRow);
    addReading(options, scan);
    options
        .bytes("ROWPREFIXFILTER")
        .ifPresent(
            prefix -> scan.withStartRow(prefix).withStopRow(KeyRange.startingWith(prefix).stop()));
    Optional<Integer> limit = options.positive("LIMIT");
    limit.ifPresent(scan::setLimit);
    if (options.flag("REVERSED", false)) {
      scan.setReversed(true);
    }
    for (Text column :
        options.texts("COLUMNS").or(() -> options.texts("COLUMN")).orElse(List.of())) {
      addTo(scan, values.column(withoutClass(column)));
    }
    Optional<String> form = options.word("FORMATTER");
    requireBytes(options.word("FORMATTER_CLASS"));
    form.ifPresent(values::use);
    Optional<Integer> longest = options.count("MAXLENGTH");
    longest.ifPresent(values::cutAfter);
    Optional<Filter> filter = options.bytes("FILTER").map(ScanRequest::filter);
    filter.ifPresent(scan::setFilter);
    addTimes(options, scan);
    Optional<Integer> versions = options.count("VERSIONS");
    if (versions.isPresent()) {
      scan.readVersions(versions.get());
    }
    boolean raw = options.flag("RAW", false);
    scan.setRaw(raw);
    boolean parts = scan.getBatch() > 0 || scan.getAllowPartialResults();
    boolean shown = form.isPresent() || longest.isPresent();
    return new ScanRequest(scan, raw || parts || versions.isPresent() || shown, values);
  }

  /** How the rows are read; which ones they are is for the other options to say. */
  private static void addReading(Options options, Scan scan) {
    options.positive("CACHE").ifPresent(scan::setCaching);
    scan.setCacheBlocks(options.flag("CACHE_BLOCKS", true));
    options.positive("BATCH").ifPresent(scan::setBatch);
    scan.setAllowPartialResults(options.flag("ALLOW_PARTIAL_RESULTS", false));
    options.number("MAX_RESULT_SIZE").filter(size -> size > 0).ifPresent(scan::setMaxResultSize);
    options.word("READ_TYPE").map(Scan.ReadType::valueOf).ifPresent(scan::setReadType);
    options.word("CONSISTENCY").map(Consistency::valueOf).ifPresent(scan::setConsistency);
    options.number("REGION_REPLICA_ID").map(Math::toIntExact).ifPresent(scan::setReplicaId);
    options.word("ISOLATION_LEVEL").map(IsolationLevel::valueOf).ifPresent(scan::setIsolationLevel);
    options.map("ATTRIBUTES").ifPresent(all -> setAttributes(all, scan));
  }

  /** Attributes of a request, for code that knows their names. */
  static void setAttributes(Map<String, Object> attributes, Attributes request) {
    attributes.forEach(
        (name, value) -> request.setAttribute(name, Bytes.toBytes(String.valueOf(value))));
  }

  /** Of {@code f:q:c(org.apache.hadoop.hbase.util.Bytes).toInt} the same without the class. */
  private static Text withoutClass(Text column) {
    String before = ":c(" + FORMS + ").";
    int at = Bytes.indexOf(column.bytes(), Bytes.toBytes(before));
    if (at < 0) {
      return column;
    }
    byte[] after = Bytes.tail(column.bytes(), column.bytes().length - at - before.length());
    return new Text(Bytes.add(Bytes.head(column.bytes(), at), Bytes.toBytes(":"), after));
  }

  /** HBase's shell takes forms from any class; ours has those of this one. */
  private static void requireBytes(Optional<String> className) {
    if (className.isPresent() && !className.get().equals(FORMS)) {
      throw new IllegalArgumentException(
          "FORMATTER_CLASS is " + FORMS + ", and not " + className.get());
    }
  }

  private static void addTo(Scan scan, Text column) {
    Column address = column(column);
    if (address.qualifier() == null) {
      scan.addFamily(address.family());
    } else {
      scan.addColumn(address.family(), address.qualifier());
    }
  }

  /** A column, or with null as its qualifier a family. */
  private static Column column(Text column) {
    byte[] bytes = column.bytes();
    int colon = Bytes.indexOf(bytes, (byte) ':');
    return colon < 0
        ? new Column(bytes, null)
        : new Column(
            Bytes.copy(bytes, 0, colon), Bytes.copy(bytes, colon + 1, bytes.length - colon - 1));
  }

  /**
   * A column of which both are needed.
   *
   * @throws IllegalArgumentException when it is a family alone
   */
  static Column wholeColumn(Text column) {
    Column address = column(column);
    return address.qualifier() == null
        ? new Column(address.family(), HConstants.EMPTY_BYTE_ARRAY)
        : address;
  }

  private static Filter filter(byte[] text) {
    try {
      return new ParseFilter().parseFilterString(text);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("FILTER is no UTF-8: " + Bytes.toStringBinary(text), e);
    } catch (EmptyStackException e) { // so HBase's parser says it of brackets that it cannot read
      throw new IllegalArgumentException(
          "FILTER cannot be read by HBase's parser of filters: " + Bytes.toStringBinary(text), e);
    }
  }

  private static void addTimes(Options options, Scan scan) throws IOException {
    Optional<Long> timestamp = options.number("TIMESTAMP");
    if (timestamp.isPresent()) {
      scan.setTimestamp(timestamp.get());
    }
    Optional<List<Object>> range = options.list("TIMERANGE");
    if (range.isPresent()) {
      if (range.get().size() != 2
          || !(range.get().get(0) instanceof Long from && range.get().get(1) instanceof Long to)) {
        throw new IllegalArgumentException(
            "TIMERANGE is [from, to], two numbers of milliseconds, and not "
                + Options.shown(range.get()));
      }
      scan.setTimeRange(from, to);
    }
  }

  /** The same of one row. */
  Get get(byte[] row) throws IOException {
    Get get = new Get(row);
    get.setFilter(scan.getFilter());
    get.setTimeRange(scan.getTimeRange().getMin(), scan.getTimeRange().getMax());
    get.readVersions(scan.getMaxVersions());
    get.setCacheBlocks(scan.getCacheBlocks());
    get.setConsistency(scan.getConsistency());
    get.setIsolationLevel(scan.getIsolationLevel());
    get.setReplicaId(scan.getReplicaId());
    scan.getAttributesMap().forEach(get::setAttribute);
    scan.getFamilyMap()
        .forEach(
            (family, qualifiers) -> {
              if (qualifiers == null) {
                get.addFamily(family);
              } else {
                qualifiers.forEach(qualifier -> get.addColumn(family, qualifier));
              }
            });
    return get;
  }
}
