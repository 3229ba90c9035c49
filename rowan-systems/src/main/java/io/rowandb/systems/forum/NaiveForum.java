package io.rowandb.systems.forum;

import io.rowandb.schema.value.Utf8;
import io.rowandb.systems.forum.ForumEvent.Commented;
import io.rowandb.systems.forum.ForumEvent.Published;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Comments as columns of the post's row, whose names are their times: the article's design, and two
 * that mend a part of it. The count is read, and written one greater. Used by one thread.
 */
final class NaiveForum implements ForumDesign {
  /** Which one. */
  enum Kind {
    /** A family for each field, as the article has it; a second is one comment. */
    ARTICLE("article", "five families: info, text, comment title, author, text; yyyyMMddHHmmss") {
      @Override
      String column(Comment comment) {
        return SECONDS.format(comment.time());
      }
    },
    /** The same families; the id tells apart what has one time. */
    FAMILIES("five families", "the same families; milliseconds, then the id") {
      @Override
      String column(Comment comment) {
        return millis(comment.time()) + comment.id();
      }
    },
    /** A millisecond is one comment. */
    MILLIS("milliseconds", "one family; fields have suffixes; the time in milliseconds") {
      @Override
      String column(Comment comment) {
        return millis(comment.time());
      }
    },
    /** One family, and the id. */
    WITH_ID("one family", "one family; fields have suffixes; milliseconds, then the id") {
      @Override
      String column(Comment comment) {
        return millis(comment.time()) + comment.id();
      }
    };

    private final String title;
    private final String idea;

    Kind(String title, String idea) {
      this.title = title;
      this.idea = idea;
    }

    abstract String column(Comment comment);

    boolean isOneFamily() {
      return this == MILLIS || this == WITH_ID;
    }

    private static String millis(Instant time) {
      return String.format(Locale.ROOT, "%015d", time.toEpochMilli());
    }
  }

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);
  private static final byte[] INFO = {'i'};
  private static final byte[] TEXT = {'x'};
  private static final byte[] TITLE = {'t'};
  private static final byte[] AUTHOR = {'a'};
  private static final byte[] WORDS = {'w'};
  private static final byte[] TIME = {'m'};
  private static final byte[] TAGS = {'g'};
  private static final byte[] ONE = {'c'};

  /** Behind the columns of comments, which begin with digits, and before those of the post. */
  private static final byte[] BEHIND_DIGITS = {':'};

  private static final byte[] COUNT = {'n'};
  private static final int FIELDS = 3;
  private static final int BATCH = 500;

  private final Connection connection;
  private final Kind kind;
  private final TableName name;
  private final Table table;

  private long gets;
  private long cells;
  private long bytes;

  NaiveForum(Connection connection, Kind kind) throws IOException {
    this.connection = connection;
    this.kind = kind;
    name = TableName.valueOf("compare_forum_" + kind.title.replace(' ', '_'));
    TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(name);
    if (kind.isOneFamily()) {
      descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of(ONE));
    } else {
      descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of(INFO));
      descriptor.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(TEXT).setMaxVersions(3).build());
      for (byte[] family : List.of(TITLE, AUTHOR, WORDS)) {
        descriptor.setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(family).setInMemory(true).build());
      }
    }
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        throw new TableExistsException(name);
      }
      admin.createTable(descriptor.build());
    }
    table = connection.getTable(name);
  }

  @Override
  public String name() {
    return kind.title;
  }

  @Override
  public String idea() {
    return kind.idea;
  }

  @Override
  public int families() {
    return kind.isOneFamily() ? 1 : 5;
  }

  @Override
  public List<TableName> tables() {
    return List.of(name);
  }

  @Override
  public void load(Stream<PlacedEvent> events) throws IOException {
    List<Put> batch = new ArrayList<>();
    for (Iterator<PlacedEvent> each = events.iterator(); each.hasNext(); ) {
      ForumEvent event = each.next().event();
      if (event instanceof Published published) {
        batch.add(put(published.post()));
      } else if (event instanceof Commented commented) {
        batch.add(put(commented.post(), commented.comment()));
      }
      if (batch.size() == BATCH || !each.hasNext()) {
        table.put(batch);
        batch.clear();
      }
    }
  }

  @Override
  public void publish(Post post) throws IOException {
    table.put(put(post));
  }

  private Put put(Post post) {
    byte[] text = Utf8.encode(post.text());
    Put put = new Put(Utf8.encode(post.id()));
    put.addColumn(info(), AUTHOR, Utf8.encode(post.author()));
    put.addColumn(info(), TITLE, Utf8.encode(post.title()));
    put.addColumn(info(), TIME, Bytes.toBytes(post.time().toEpochMilli()));
    put.addColumn(info(), TAGS, Utf8.encode(String.join(" ", post.tags())));
    return kind.isOneFamily()
        ? put.addColumn(ONE, TEXT, text)
        : put.addColumn(TEXT, ForumCells.NOTHING, text);
  }

  private byte[] info() {
    return kind.isOneFamily() ? ONE : INFO;
  }

  /** The title is whom it replies to. */
  private Put put(String post, Comment comment) {
    byte[] column = Utf8.encode(kind.column(comment));
    Put put = new Put(Utf8.encode(post));
    add(put, TITLE, column, comment.parent().orElse(""));
    add(put, AUTHOR, column, comment.author());
    add(put, WORDS, column, comment.text());
    return put;
  }

  private void add(Put put, byte[] field, byte[] column, String value) {
    if (kind.isOneFamily()) {
      put.addColumn(ONE, ForumCells.joined(column, field), Utf8.encode(value));
    } else {
      put.addColumn(field, column, Utf8.encode(value));
    }
  }

  @Override
  public List<Call> comment(String post, Comment comment) throws IOException {
    long count = count(post);
    return List.of(
        () -> {
          table.put(put(post, comment));
          return true;
        },
        () -> {
          table.put(new Put(Utf8.encode(post)).addColumn(info(), COUNT, Bytes.toBytes(count + 1)));
          return true;
        });
  }

  @Override
  public long count(String post) throws IOException {
    byte[] count =
        table.get(new Get(Utf8.encode(post)).addColumn(info(), COUNT)).getValue(info(), COUNT);
    return count == null ? 0 : Bytes.toLong(count);
  }

  private Result read(Get get) throws IOException {
    Result found = table.get(get);
    gets++;
    if (!found.isEmpty()) {
      for (Cell each : found.rawCells()) {
        cells++;
        bytes += each.getSerializedSize();
      }
    }
    return found;
  }

  @Override
  public void head(String post) throws IOException {
    Get get = new Get(Utf8.encode(post));
    if (kind.isOneFamily()) {
      for (byte[] each : List.of(AUTHOR, TITLE, TIME, TAGS, TEXT)) {
        get.addColumn(ONE, each);
      }
    } else {
      get.addFamily(INFO).addFamily(TEXT);
    }
    read(get);
  }

  private Get comments(String post) {
    Get get = new Get(Utf8.encode(post));
    return kind.isOneFamily()
        ? get.addFamily(ONE).setFilter(new ColumnRangeFilter(null, true, BEHIND_DIGITS, false))
        : get.addFamily(TITLE).addFamily(AUTHOR).addFamily(WORDS);
  }

  @Override
  public int first(String post) throws IOException {
    int most = kind.isOneFamily() ? PAGE * FIELDS : PAGE;
    return read(comments(post).setMaxResultsPerColumnFamily(most)).size() / FIELDS;
  }

  /** All are read, as the columns of a row come in one order only. */
  @Override
  public int newest(String post) throws IOException {
    return Math.min(PAGE, read(comments(post)).size() / FIELDS);
  }

  @Override
  public long whole(String post) throws IOException {
    return read(comments(post)).size() / FIELDS;
  }

  @Override
  public ForumReads takeReads() {
    ForumReads reads = new ForumReads(gets, 0, cells, bytes);
    gets = 0;
    cells = 0;
    bytes = 0;
    return reads;
  }

  @Override
  public void close() throws IOException {
    table.close();
    ForumAttempts.drop(connection, name);
  }
}
