package io.rowandb.schema.pattern;

import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
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

/** A few of the reads of {@link RandomReadsTest}, on both back ends. */
@OnBackEnd
class RandomReadsOnBackEndTest {
  private static final int READS = 30;
  private static final int GENERATOR_SIZE = 1_000;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void readsAreAsByLookingAtEveryRecord(
      ReadDesign kind, Connection connection, Configuration configuration) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (RecordTable<Item> table = RecordTable.create(connection, kind.design());
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Item> asyncTable = AsyncRecordTable.open(async, table.design());
      JqwikSession.run(
          () -> {
            ReadCheck check =
                ReadCheck.of(kind, table, asyncTable, next(RandomReads.items(), random));
            for (int i = 0; i < READS; i++) {
              RandomRead read = next(RandomReads.reads(), random);
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
