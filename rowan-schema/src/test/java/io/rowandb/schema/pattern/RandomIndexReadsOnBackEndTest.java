package io.rowandb.schema.pattern;

import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.sessions.JqwikSession;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A few of the reads of {@link RandomIndexReadsTest}, on both back ends. */
@OnBackEnd
class RandomIndexReadsOnBackEndTest {
  private static final int READS = 12;
  private static final int GENERATOR_SIZE = 1_000;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void readsAreAsByLookingAtEveryRecord(
      ParcelDesign kind, Connection connection, Configuration configuration) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (RecordTable<Parcel> table = RecordTable.create(connection, kind.design());
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Parcel> asyncTable = AsyncRecordTable.open(async, table.design());
      JqwikSession.run(
          () -> {
            List<Parcel> parcels = next(ParcelReads.parcels(), random);
            table.putAll(parcels);
            ParcelCheck check = new ParcelCheck(table, asyncTable, parcels);
            for (int i = 0; i < READS; i++) {
              ParcelReads.Read read = next(ParcelReads.reads(), random);
              try {
                check.check(read);
              } catch (AssertionError | IOException | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", read " + i + ": " + read, e);
              }
            }
          });
    }
  }

  private static <T> T next(Arbitrary<T> values, Random random) {
    return values.generator(GENERATOR_SIZE).next(random).value();
  }
}
