package io.rowandb.schema.pattern;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Any read of any items gives what a look at every one of them gives, in the order asked for. */
@Tag("slow")
class RandomReadsTest {
  private static Connection connection;
  private static AsyncConnection async;

  @BeforeContainer
  static void open() throws IOException {
    Configuration configuration = Rowan.configuration("mem:randomreads");
    connection = ConnectionFactory.createConnection(configuration);
    async = ConnectionFactory.createAsyncConnection(configuration).join();
  }

  @AfterContainer
  static void close() throws IOException {
    async.close();
    connection.close();
  }

  @Provide
  Arbitrary<List<Item>> items() {
    return RandomReads.items();
  }

  @Provide
  Arbitrary<List<RandomRead>> reads() {
    return RandomReads.reads().list().ofMinSize(1).ofMaxSize(4);
  }

  @Property(tries = 400)
  void everyReadIsAsByLookingAtEveryRecord(
      @ForAll ReadDesign kind,
      @ForAll("items") List<Item> items,
      @ForAll("reads") List<RandomRead> reads)
      throws IOException {
    try (RecordTable<Item> table = RecordTable.create(connection, kind.design())) {
      AsyncRecordTable<Item> asyncTable = AsyncRecordTable.open(async, table.design());
      ReadCheck check = ReadCheck.of(kind, table, asyncTable, items);
      for (RandomRead read : reads) {
        check.check(read);
      }
      drop(table);
    }
  }

  private static void drop(RecordTable<Item> table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table.design().name());
      admin.deleteTable(table.design().name());
    }
  }
}
