package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A load does what events say as far as the one that is refused, though it takes many at once. */
@OnBackEnd
class TwiLoadTest {
  private static final String SPACE = "twiload";
  private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
  private static final TwiEvent REFUSED = new TwiEvent.Followed("Nobody", "ann", T);

  private Connection connection;
  private TwiBase base;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    base = TwiBase.open(connection, DeliveryPlan.PUSH, SPACE);
  }

  @AfterEach
  void drop() throws IOException {
    base.close();
    for (String table : TwiTables.names(SPACE)) {
      BackEnd.drop(connection, table);
    }
    connection.getAdmin().deleteNamespace(SPACE);
  }

  @Test
  void followsBeforeARefusedOneAreThere() throws IOException {
    Stream<TwiEvent> events =
        Stream.of(
            new TwiEvent.Followed("ben", "ann", T),
            new TwiEvent.Followed("cyd", "ann", T),
            REFUSED);
    assertThatThrownBy(() -> new TwiLoad(base).run(events))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name 'Nobody'");
    assertThat(base.isFollowing("ben", "ann")).isTrue();
    assertThat(base.isFollowing("cyd", "ann")).isTrue();
  }

  /** Who could not be signed up is not known. */
  @Test
  void aRefusedNameIsRefusedForTheSameReasonAgain() {
    TwiLoad load = new TwiLoad(base);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> load.run(Stream.of(REFUSED)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("name 'Nobody'");
    }
  }

  @Test
  void theFirstOfTwoSignUpsInOneBatchCounts() throws IOException {
    Stream<TwiEvent> events =
        Stream.of(
            new TwiEvent.Joined("ann", "First", "1@example.org", T),
            new TwiEvent.Joined("ben", "Ben", "", T),
            new TwiEvent.Joined("ann", "Second", "2@example.org", T.plusSeconds(1)));
    assertThat(new TwiLoad(base).run(events)).isEqualTo(3);
    assertThat(base.profile("ann").orElseThrow().nickname()).isEqualTo("First");
  }
}
