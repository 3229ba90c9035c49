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
import net.jqwik.api.statistics.Statistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Calls that do not wait do and give what those do and give that wait, whatever came before. */
@Tag("slow")
class AsyncAgreementTest {
  private static final int MOST_STEPS = 15;

  private static Connection connection;
  private static AsyncConnection async;

  @BeforeContainer
  static void open() throws IOException {
    Configuration configuration = Rowan.configuration("mem:agreement");
    connection = ConnectionFactory.createConnection(configuration);
    async = ConnectionFactory.createAsyncConnection(configuration).join();
  }

  @AfterContainer
  static void close() throws IOException {
    async.close();
    connection.close();
  }

  @Provide
  Arbitrary<List<DocumentStep>> steps() {
    return DocumentStep.steps(MOST_STEPS);
  }

  @Property(tries = 40)
  void everyStepIsTheSame(@ForAll("steps") List<DocumentStep> steps) throws IOException {
    try (AsyncAgreement agreement = new AsyncAgreement(connection, async)) {
      for (DocumentStep step : steps) {
        agreement.take(step);
      }
      Statistics.label("reads remove entries")
          .collect(agreement.removals() > 0)
          .coverage(histories -> histories.check(true).percentage(share -> share > 5));
      Statistics.label("reads give copies")
          .collect(agreement.fillings() > 0)
          .coverage(histories -> histories.check(true).percentage(share -> share > 5));
    }
  }
}
