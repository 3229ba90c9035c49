package io.rowandb.systems.forum;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The tables of a forum, and what is read from them. Used by one thread. */
final class ForumTables implements AutoCloseable {
  /** Of new tables, and parts of a list of posts. */
  static final int REGIONS = 8;

  /**
   * For how long a late call can come, whose rows of lists a deletion then still hides. In the
   * other tables times are numbers of changes, so compaction drops deletions at once, and rows that
   * come late are of places that are over, which nobody reads.
   */
  private static final String DELETIONS_KEPT_MILLIS = Long.toString(Duration.ofHours(4).toMillis());

  /** A row of the table of posts, as its design has it: the cells are ForumCells' own. */
  record PostKey(String post) {}

  /** A row of the table of comments, as its design has it: behind the post comes a place. */
  record CommentKey(String post, byte[] rest) {}

  /** The designs, which the tables themselves keep. */
  record Designs(
      TableDesign<PostKey> posts, TableDesign<CommentKey> comments, TableDesign<ListedPost> lists) {
    /** Of tables whose names begin so. */
    static Designs named(String prefix) {
      return new Designs(
          TableDesign.of(prefix + "_posts", PostKey.class)
              .key(
                  key ->
                      key.hash(Digest.md5(2), PostKey::post).part(PostKey::post, Parts.textToEnd()))
              .family("p", ForumTables::unguarded)
              .family("c", ForumTables::unguarded)
              .splits(Splits.even(REGIONS))
              .build(),
          TableDesign.of(prefix + "_comments", CommentKey.class)
              .key(
                  key ->
                      key.hash(Digest.md5(2), CommentKey::post)
                          .part(CommentKey::post, Parts.separatedText('\0'))
                          .part(CommentKey::rest, Parts.bytesToEnd()))
              .family("c", ForumTables::unguarded)
              .splits(Splits.even(REGIONS))
              .build(),
          TableDesign.of(prefix + "_lists", ListedPost.class)
              .key(
                  key ->
                      key.salt(REGIONS, ListedPost::post)
                          .part(ListedPost::list, Parts.text())
                          .part(ListedPost::time, Parts.descending(Parts.millis()))
                          .part(ListedPost::post, Parts.text())
                          .part(ListedPost::life, Parts.unsignedInt(Integer.BYTES)))
              .family("l", ForumTables::unguarded)
              .splits(Splits.even(REGIONS))
              .build());
    }
  }

  /** Without a look for hazards: what comes late is to be hidden. */
  private static ColumnFamilyDescriptorBuilder unguarded(ColumnFamilyDescriptorBuilder family) {
    return family
        .setValue(Bytes.toBytes("rowan.hazards"), Bytes.toBytes("off"))
        .setConfiguration("hbase.hstore.time.to.purge.deletes", DELETIONS_KEPT_MILLIS);
  }

  // Fixed at construction.
  private final Table posts;
  private final Table comments;
  private final RecordTable<ListedPost> lists;

  private long gets;
  private long scans;
  private long cells;
  private long bytes;

  ForumTables(Connection connection, Designs designs) throws IOException {
    posts = connection.getTable(designs.posts().name());
    comments = connection.getTable(designs.comments().name());
    lists = RecordTable.open(connection, designs.lists());
  }

  static void openOrCreate(Connection connection, Designs designs) throws IOException {
    RecordTable.openOrCreate(connection, designs.posts()).close();
    RecordTable.openOrCreate(connection, designs.comments()).close();
    RecordTable.openOrCreate(connection, designs.lists()).close();
  }

  /** Makes tables that must not be there. */
  static void create(Connection connection, Designs designs) throws IOException {
    RecordTable.create(connection, designs.posts()).close();
    RecordTable.create(connection, designs.comments()).close();
    RecordTable.create(connection, designs.lists()).close();
  }

  static void requireAll(Connection connection, Designs designs) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName each :
          List.of(designs.posts().name(), designs.comments().name(), designs.lists().name())) {
        if (!admin.tableExists(each)) {
          throw new TableNotFoundException("there is no table " + each);
        }
      }
    }
    RecordTable.open(connection, designs.posts()).close(); // refuses tables of other designs
    RecordTable.open(connection, designs.comments()).close();
  }

  Table posts() {
    return posts;
  }

  Table comments() {
    return comments;
  }

  RecordTable<ListedPost> lists() {
    return lists;
  }

  Result get(Get get) throws IOException {
    gets++;
    return counted(posts.get(get));
  }

  Result[] getPosts(List<Get> asked) throws IOException {
    return getAll(posts, asked);
  }

  Result[] getComments(List<Get> asked) throws IOException {
    return getAll(comments, asked);
  }

  private Result[] getAll(Table table, List<Get> asked) throws IOException {
    Result[] found = asked.isEmpty() ? new Result[0] : table.get(asked);
    gets += found.length;
    for (Result each : found) {
      counted(each);
    }
    return found;
  }

  /** Of a scan with a limit. */
  List<Result> scanComments(Scan scan) throws IOException {
    scans++;
    List<Result> found = new ArrayList<>();
    try (ResultScanner rows = comments.getScanner(scan)) {
      for (Result each : rows) {
        found.add(counted(each));
      }
    }
    return found;
  }

  private Result counted(Result result) {
    if (!result.isEmpty()) {
      for (Cell each : result.rawCells()) {
        cells++;
        bytes += each.getSerializedSize();
      }
    }
    return result;
  }

  /** What was read since it was asked last; the rows of lists not. */
  ForumReads takeReads() {
    ForumReads reads = new ForumReads(gets, scans, cells, bytes);
    gets = 0;
    scans = 0;
    cells = 0;
    bytes = 0;
    return reads;
  }

  @Override
  public void close() throws IOException {
    try (posts;
        comments) {
      lists.close();
    }
  }
}
