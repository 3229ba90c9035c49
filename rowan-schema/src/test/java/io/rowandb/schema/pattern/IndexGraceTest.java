package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A reader finds no record for an entry, since its writer is about to write it; and then stands
 * still for longer than the grace, as a computer does that is closed. The entry is to stay.
 */
@OnBackEnd
class IndexGraceTest extends StandingStillTrial {
  @BeforeEach
  void writeEntriesAlone(Connection given) throws IOException {
    create(given, "byColor");
    try (RecordTable<Item> writer = items.open(new Death(1, Death.Moment.BEFORE))) {
      assertThatThrownBy(() -> writer.put(ITEM)).isInstanceOf(Death.ClientDied.class);
    }
    assertThat(entries()).isEqualTo(1);
  }

  private long entries() throws IOException {
    try (RecordTable<Item> table = items.open()) {
      IndexReport report = table.verifyIndex("byColor");
      return report.entries() - report.missing() + report.stale();
    }
  }

  /** The writer's second step, and the hours that the reader does not notice. */
  @Override
  void standStill() {
    try (Table table = connection.getTable(items.design().name())) {
      table.put(items.design().write(ITEM).put());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    clock.pass(Duration.ofHours(2));
  }

  @Test
  void byCallsThatWait() throws IOException {
    try (RecordTable<Item> reader = standingStill()) {
      assertThat(reader.where(Item::run).is(1L).through("byColor").list()).isEmpty();
    }
    assertThat(clock.instant()).isAfter(Instant.now().plus(Duration.ofHours(1)));
    items.check(1, "afterwards");
  }

  @Test
  void byCallsThatDoNot(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Item> reader = standingStill(async);
      assertThat(await(reader.list(reader.where(Item::run).is(1L).through("byColor")))).isEmpty();
    }
    assertThat(clock.instant()).isAfter(Instant.now().plus(Duration.ofHours(1)));
    items.check(1, "afterwards");
  }

  @Test
  void aRepair() throws IOException {
    try (RecordTable<Item> repairer = standingStill()) {
      assertThat(repairer.repairIndex("byColor").removed()).isZero();
    }
    assertThat(clock.instant()).isAfter(Instant.now().plus(Duration.ofHours(1)));
    items.check(1, "afterwards");
  }
}
