package io.rowandb.systems.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each design is worth, by figures that can be counted. */
@OnBackEnd
class MessageAttemptsTest {
  private static final Instant TIME = Instant.parse("2011-07-03T10:15:30.250Z");
  private static final int MESSAGES = BackEnd.isHBase() ? 40 : 300;
  private static final int DEATHS = 18;

  private static final MessageTraffic TRAFFIC = new MessageTraffic(4, 9, MESSAGES, TIME, 5);

  @Test
  @Tag("slow")
  void theDesignInUseLosesNothingAndCountsRight(Connection connection) throws IOException {
    Map<String, MessageOutcome> all = new LinkedHashMap<>();
    for (MessageOutcome each :
        new MessageAttempts(connection, TRAFFIC, 9, DEATHS, () -> false).measure()) {
      all.put(each.name(), each);
    }
    assertThat(all.keySet())
        .containsExactly("receivers only", "two puts", "counter", "copies", "in use");
    long received = TRAFFIC.stream().mapToLong(each -> each.receivers().size()).sum();
    MessageOutcome receivers = all.get("receivers only");
    assertThat(receivers.rows()).isEqualTo(received);
    assertThat(receivers.sent().rows()).as("all, for a page").isEqualTo((double) received);
    MessageOutcome twoPuts = all.get("two puts");
    assertThat(twoPuts.rows()).isEqualTo(received + MESSAGES);
    assertThat(twoPuts.sent().rows()).isLessThanOrEqualTo(20);
    for (String plain : new String[] {"receivers only", "two puts", "counter"}) {
      MessageOutcome wrong = all.get(plain);
      assertThat(wrong.parted()).as(plain).isPositive();
      assertThat(wrong.partedForGood()).as(plain).isEqualTo(wrong.parted());
      assertThat(wrong.wrongCounts()).as(plain).isPositive();
    }
    assertThat(all.get("counter").unread().rows()).isEqualTo(1);
    MessageOutcome copies = all.get("copies");
    MessageOutcome inUse = all.get("in use");
    for (MessageOutcome right : new MessageOutcome[] {copies, inUse}) {
      assertThat(right.parted()).as("between two inboxes").isPositive();
      assertThat(right.partedForGood()).isZero();
      assertThat(right.wrongCounts()).isZero();
      assertThat(right.unread().calls()).isEqualTo(1, within(0.5));
    }
    assertThat(copies.rows()).isEqualTo(inUse.rows());
    assertThat(copies.bytes()).isGreaterThan(inUse.bytes() * 3 / 2);
    assertThat(inUse.inbox().rows())
        .as("each twice, and one that tells of the next page")
        .isBetween(2 * copies.inbox().rows(), 2 * copies.inbox().rows() + 1);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare_m"));
    }
  }

  @Test
  void aStopLeavesNoTable(Connection connection) throws IOException {
    int[] asked = {0};
    assertThat(
            new MessageAttempts(connection, TRAFFIC, 1, 1, () -> asked[0]++ > MESSAGES / 2)
                .measure())
        .isEmpty();
    assertThat(asked[0]).isBetween(MESSAGES / 2, MESSAGES);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare_m"));
    }
  }

  /** Not only between messages: there may be many users, and few messages. */
  @Test
  void itCanBeStoppedBeforeEachQuestion(Connection connection) throws IOException {
    MessageTraffic one = new MessageTraffic(4, 60, 1, TIME, 5);
    int[] asked = {0};
    assertThat(new MessageAttempts(connection, one, 60, 0, () -> asked[0]++ > 3 * 60).measure())
        .isEmpty();
    assertThat(asked[0]).as("in the first design").isLessThan(3 * 60 + 30);
  }

  /** The second one refuses, and harms nothing of the first. */
  @Test
  void oneComparisonAtATimeUsesTheTables(Connection connection) throws IOException {
    List<Throwable> refused = new ArrayList<>();
    BooleanSupplier another =
        () -> {
          if (refused.isEmpty()) {
            refused.add(
                catchThrowable(
                    () -> new MessageAttempts(connection, TRAFFIC, 1, 0, () -> false).measure()));
          }
          return false;
        };
    MessageTraffic few = new MessageTraffic(4, 9, 5, TIME, 5);
    assertThat(new MessageAttempts(connection, few, 9, 0, another).measure()).hasSize(5);
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0))
        .isInstanceOf(TableExistsException.class)
        .hasMessageContaining("compare_messages_running");
  }

  @Test
  void aTableThatIsThereIsLeftAlone(Connection connection) throws IOException {
    TableName left = TableName.valueOf("compare_messages_receivers_only");
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(left)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
              .build());
      assertThatThrownBy(
              () -> new MessageAttempts(connection, TRAFFIC, 1, 1, () -> false).measure())
          .isInstanceOf(TableExistsException.class)
          .hasMessageContaining(left.getNameAsString());
      assertThat(admin.tableExists(left)).isTrue();
      admin.disableTable(left);
      admin.deleteTable(left);
    }
  }

  @Test
  void refusesNumbersThatMeasureNothing(Connection connection) {
    MessageTraffic none = new MessageTraffic(4, 9, 0, TIME, 5);
    assertThatThrownBy(() -> new MessageAttempts(connection, none, 1, 1, () -> false))
        .hasMessage("messages 0: at least 1");
    assertThatThrownBy(() -> new MessageAttempts(connection, TRAFFIC, 10, 1, () -> false))
        .hasMessage("users 10: 1 to the number of people, 9");
    assertThatThrownBy(() -> new MessageAttempts(connection, TRAFFIC, 1, -1, () -> false))
        .hasMessage("deaths -1: not negative");
  }
}
