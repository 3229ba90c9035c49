package io.rowandb.schema.pattern.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

class WaitingCarrierTest {
  @Test
  void anInterruptedThreadDoesNotWait() throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration("mem:pauses"));
        WaitingCarrier carrier = new WaitingCarrier(connection)) {
      Steps.ended(carrier.pause(1));
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> Steps.ended(carrier.pause(TimeUnit.HOURS.toNanos(1))))
          .isInstanceOf(InterruptedIOException.class)
          .hasMessageContaining("3600000 ms");
      assertThat(Thread.interrupted()).as("still told to others").isTrue();
    }
  }
}
