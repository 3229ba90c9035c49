package io.rowandb.schema.pattern;

import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.sessions.JqwikSession;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One history of {@link AsyncAgreementTest}, a long one, on both back ends. */
@OnBackEnd
class AsyncAgreementOnBackEndTest {
  private static final int MOST_STEPS = 80;
  private static final int GENERATOR_SIZE = 1_000;

  @Tag("slow")
  @Test
  void everyStepIsTheSame(Connection connection, Configuration configuration) throws Exception {
    long seed = Long.getLong("rowan.seed", System.nanoTime());
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join();
        AsyncAgreement agreement = new AsyncAgreement(connection, async)) {
      JqwikSession.run(() -> run(agreement, seed));
    }
  }

  private static void run(AsyncAgreement agreement, long seed) {
    List<DocumentStep> steps =
        DocumentStep.steps(MOST_STEPS).generator(GENERATOR_SIZE).next(new Random(seed)).value();
    for (int i = 0; i < steps.size(); i++) {
      try {
        agreement.take(steps.get(i));
      } catch (AssertionError | IOException | RuntimeException e) {
        throw new AssertionError(
            "step " + i + " of seed " + seed + " (-Drowan.seed=" + seed + "): " + steps.get(i), e);
      }
    }
  }
}
