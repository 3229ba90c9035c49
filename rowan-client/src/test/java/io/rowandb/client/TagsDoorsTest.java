package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RawCell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.codec.CellCodecWithTags;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tags travel between client and store when the codec of the connection carries them. */
class TagsDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] V = Bytes.toBytes("v");

  /** A type of tag that HBase's server leaves alone. */
  private static final byte OWN_TYPE = 100;

  private static final byte TTL_TYPE = 8;

  private final Tag ownTag = new ArrayBackedTag(OWN_TYPE, "own");
  private final List<AutoCloseable> open = new ArrayList<>();
  private Table plain;
  private Table tagged;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable connection : open) {
      connection.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void timesToLiveAreSeenThroughACodecWithTags(Door door) throws IOException {
    open(door, KeyValueCodecWithTags.class);
    plain.put(new Put(ROW).addColumn(F, V, V).setTTL(3_000_000));
    Result counted = tagged.increment(new Increment(ROW).addColumn(F, Q, 1).setTTL(3_600_000));

    assertThat(tags(counted)).containsExactly("8=3600000");
    assertThat(tags(tagged.get(new Get(ROW)))).containsExactly("8=3600000", "8=3000000");
    assertThat(tags(scan(tagged, new Scan()))).containsExactly("8=3600000", "8=3000000");
    assertThat(tags(plain.get(new Get(ROW)))).containsExactly("", "");
    assertThat(tags(scan(plain, new Scan()))).containsExactly("", "");
  }

  @ParameterizedTest
  @EnumSource
  void cellsOfBatchesKeepTheTagsTheyCameWith(Door door) throws Exception {
    open(door, CellCodecWithTags.class);
    Object[] results = new Object[1];
    tagged.batch(List.<Row>of(new Put(ROW).add(cell(Q)).setTTL(3_000_000)), results);
    tagged.batch(List.of(RowMutations.of(List.of(new Put(ROW).add(cell(V))))), results);
    plain.put(List.of(new Put(Bytes.toBytes("z")).add(cell(Bytes.toBytes("z"), Q))));

    assertThat(tags(tagged.get(new Get(ROW)))).containsExactly("100=own 8=3000000", "100=own");
    tagged.batch(List.<Row>of(new Get(Bytes.toBytes("z"))), results);
    assertThat(tags((Result) results[0])).as("through a codec without").containsExactly("");
  }

  /** A copy of a cell that had a time to live of its own. */
  @ParameterizedTest
  @EnumSource
  void theTimeToLiveOfAChangeTakesThePlaceOfTheCells(Door door) throws Exception {
    open(door, KeyValueCodecWithTags.class);
    Tag shortLived = new ArrayBackedTag((byte) 8, Bytes.toBytes(1L));
    Cell copied =
        new KeyValue(ROW, F, Q, HConstants.LATEST_TIMESTAMP, V, new Tag[] {shortLived, ownTag});
    tagged.put(List.of(new Put(ROW).add(copied).setTTL(3_600_000)));
    assertThat(tags(tagged.get(new Get(ROW)))).containsExactly("100=own 8=3600000");
  }

  /** HBase's client puts its cells into the message, and leaves their tags out there. */
  @ParameterizedTest
  @EnumSource
  void aChangeAloneLosesItsTags(Door door) throws IOException {
    open(door, KeyValueCodecWithTags.class);
    tagged.put(new Put(ROW).add(cell(Q)).setTTL(3_000_000));
    tagged.mutateRow(RowMutations.of(List.of(new Put(ROW).add(cell(V)))));
    assertThat(tags(tagged.get(new Get(ROW)))).containsExactly("8=3000000", "");
  }

  @ParameterizedTest
  @EnumSource
  void filtersOfWholeRowsLeaveTagsAlone(Door door) throws IOException {
    open(door, KeyValueCodecWithTags.class);
    tagged.put(List.of(new Put(ROW).add(cell(Q))));
    SingleColumnValueFilter filter = new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, V);
    assertThat(tags(scan(tagged, new Scan().setFilter(filter)))).containsExactly("100=own");
  }

  private void open(Door door, Class<?> codec) throws IOException {
    Configuration conf = door.configuration("mem:tags-" + door);
    Connection connection = connect(conf);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
    }
    plain = connection.getTable(T);
    Configuration withTags = new Configuration(conf);
    withTags.set(HConstants.RPC_CODEC_CONF_KEY, codec.getName());
    tagged = connect(withTags).getTable(T);
  }

  private Connection connect(Configuration conf) throws IOException {
    Connection connection = ConnectionFactory.createConnection(conf);
    open.add(connection);
    return connection;
  }

  private Cell cell(byte[] qualifier) {
    return cell(ROW, qualifier);
  }

  private Cell cell(byte[] row, byte[] qualifier) {
    return new KeyValue(row, F, qualifier, HConstants.LATEST_TIMESTAMP, V, new Tag[] {ownTag});
  }

  private static Result scan(Table table, Scan scan) throws IOException {
    try (ResultScanner rows = table.getScanner(scan)) {
      return rows.next();
    }
  }

  /** For each cell its tags: type and value. */
  private static List<String> tags(Result result) {
    return Arrays.stream(result.rawCells()).map(TagsDoorsTest::tags).toList();
  }

  private static String tags(Cell cell) {
    List<String> tags = new ArrayList<>();
    Iterator<Tag> all = ((RawCell) cell).getTags();
    while (all.hasNext()) {
      Tag tag = all.next();
      byte[] value = Tag.cloneValue(tag);
      boolean ttl = tag.getType() == TTL_TYPE;
      tags.add(tag.getType() + "=" + (ttl ? Bytes.toLong(value) : Bytes.toString(value)));
    }
    return String.join(" ", tags);
  }
}
