package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Somebody looks up the record of an entry whose writer died before its copies, and then stands
 * still for hours. Meanwhile another changes the record. What the first writes then are no copies.
 */
@OnBackEnd
class CopiesGraceTest extends StandingStillTrial {
  @BeforeEach
  void write(Connection given) throws IOException {
    create(given, "byCopies");
    Death beforeCopies = new Death(6, Death.Moment.BEFORE);
    try (RecordTable<Item> writer = items.open(beforeCopies)) {
      assertThatThrownBy(() -> writer.put(ITEM)).hasMessageContaining("of batch, call 6");
    }
    clock.pass(Duration.ofMinutes(1));
  }

  @Override
  void standStill() {
    try (RecordTable<Item> other = items.open()) {
      other.put(ITEM.colored("e"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    clock.pass(Duration.ofHours(3));
  }

  private void assertNoCopiesOfWhatWas() throws IOException {
    try (RecordTable<Item> table = items.open()) {
      assertThat(table.where(Item::run).is(1L).where(Item::color).is("b").copied("byCopies").list())
          .isEmpty();
      assertThat(table.get(1L, 1)).contains(ITEM.colored("e"));
    }
  }

  @Test
  void aReadByCallsThatWait() throws IOException {
    try (RecordTable<Item> reader = standingStill()) {
      assertThat(reader.where(Item::run).is(1L).copied("byCopies").list()).containsExactly(ITEM);
    }
    assertNoCopiesOfWhatWas();
  }

  @Test
  void aReadByCallsThatDoNot(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Item> reader = standingStill(async);
      assertThat(await(reader.list(reader.where(Item::run).is(1L).copied("byCopies"))))
          .containsExactly(ITEM);
    }
    assertNoCopiesOfWhatWas();
  }

  @Test
  void aRepair() throws IOException {
    int[] gets = {0};
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              Object answer = call.make();
              if (call.name().equals("get") && ++gets[0] == 2) { // behind that of the entries
                standStill();
              }
              return answer;
            });
    try (RecordTable<Item> repairer = RecordTable.open(watched, items.design(), settings())) {
      assertThat(repairer.repairIndex("byCopies").copies().none()).isEqualTo(1);
    }
    assertThat(gets[0]).isEqualTo(3); // the last looks whether the copies are there
    assertNoCopiesOfWhatWas();
  }
}
