package io.rowandb.schema.pattern;

import io.rowandb.client.Rowan;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Any read of parcels, by key, indexes, copies or a union, and on ranges of optional fields, gives
 * what a look at every one of them gives, with calls that wait and with others.
 */
@Tag("slow")
class RandomIndexReadsTest {
  private static Connection connection;
  private static AsyncConnection async;

  @BeforeContainer
  static void open() throws IOException {
    Configuration configuration = Rowan.configuration("mem:randomindexreads");
    connection = ConnectionFactory.createConnection(configuration);
    async = ConnectionFactory.createAsyncConnection(configuration).join();
  }

  @AfterContainer
  static void close() throws IOException {
    async.close();
    connection.close();
  }

  @Provide
  Arbitrary<List<Parcel>> parcels() {
    return ParcelReads.parcels();
  }

  @Provide
  Arbitrary<List<ParcelReads.Read>> reads() {
    return ParcelReads.reads().list().ofMinSize(1).ofMaxSize(8);
  }

  @Property(tries = 150)
  void everyReadIsAsByLookingAtEveryRecord(
      @ForAll ParcelDesign kind,
      @ForAll("parcels") List<Parcel> parcels,
      @ForAll("reads") List<ParcelReads.Read> reads)
      throws IOException {
    try (RecordTable<Parcel> table = RecordTable.create(connection, kind.design())) {
      table.putAll(parcels);
      AsyncRecordTable<Parcel> asyncTable = AsyncRecordTable.open(async, table.design());
      ParcelCheck check = new ParcelCheck(table, asyncTable, parcels);
      boolean union = false;
      for (ParcelReads.Read read : reads) {
        check.check(read);
        union |= !read.of(table.all()).explain().union().isEmpty();
      }
      BackEnd.drop(connection, table.design().name().getNameAsString());
      Statistics.label("unions")
          .collect(union)
          .coverage(tables -> tables.check(true).percentage(share -> share > 1));
    }
  }
}
