package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose a unique value is, and when another may have it. */
@OnBackEnd
class UniqueValueTest {
  private static final long RUN = 1;

  private Items items;
  private RecordTable<Item> table;

  @BeforeEach
  void create(Connection connection) throws IOException {
    items = Items.create(connection, BackEnd.newTableName("unique"), List.of("byName"));
    table = items.open();
  }

  private static Item item(int id, String name) {
    return new Item(RUN, id, name, "a", "b", "c");
  }

  private void assertRefused(Item item, int owner) {
    assertThatThrownBy(() -> table.put(item))
        .isInstanceOf(UniqueViolationException.class)
        .hasMessageContaining("unique index byName")
        .hasMessageContaining("that record D-\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01\\x80\\x00")
        .hasMessageContaining("\\x0" + owner + " has, or is being given");
  }

  private void assertOwner(String name, Item... owner) throws IOException {
    assertThat(table.where(Item::run).is(RUN).where(Item::name).is(name).through("byName").list())
        .containsExactly(owner);
  }

  @Test
  void whatARecordHasAnotherMayNotHave() throws IOException {
    table.put(item(1, "a"));
    table.put(item(1, "a"));
    assertRefused(item(2, "a"), 1);
    assertThat(table.get(RUN, 2)).isEmpty();
    assertOwner("a", item(1, "a"));
  }

  @Test
  void whatARecordGaveUpAnotherMayHaveAtOnce() throws IOException {
    table.put(item(1, "a"));
    table.put(item(1, "b"));
    table.put(item(2, "a"));
    assertRefused(item(1, "a"), 2);
    assertOwner("a", item(2, "a"));
    assertOwner("b", item(1, "b"));
  }

  @Test
  void aNullGivesItUpToo() throws IOException {
    table.put(item(1, "a"));
    table.put(item(1, null));
    table.put(item(2, "a"));
    table.put(item(3, null));
    assertOwner("a", item(2, "a"));
  }

  @Test
  void whatADeletedRecordHadAnotherMayHaveAtOnce() throws IOException {
    table.put(item(1, "a"));
    table.delete(item(1, "a"));
    table.put(item(2, "a"));
    table.delete(item(2, "a"));
    table.put(item(1, "a"));
    assertRefused(item(2, "a"), 1);
    assertOwner("a", item(1, "a"));
  }

  @Test
  void namesGoRound() throws IOException {
    for (int i = 0; i < 50; i++) {
      table.put(item(1, "x" + i));
      table.put(item(2, "x" + (i - 1)));
      assertRefused(item(2, "x" + i), 1);
    }
  }

  /** The writer may be about to write its record, for all that others can see. */
  @Test
  void whatAWriterClaimedThatDiedIsFreeAfterAGrace() throws IOException {
    try (RecordTable<Item> dead = items.open(new Death(4, Death.Moment.BEFORE))) {
      assertThatThrownBy(() -> dead.put(item(1, "a"))).isInstanceOf(Death.ClientDied.class);
    }
    assertRefused(item(2, "a"), 1);
    try (RecordTable<Item> later = items.openLater(call -> call.make())) {
      later.put(item(2, "a"));
    }
    assertOwner("a", item(2, "a"));
  }

  /** One writer of the record is between claim and row, while another comes and goes. */
  @Test
  void theClaimOfOneWriterOutlivesThatOfAnother() throws IOException {
    try (RecordTable<Item> dead = items.open(new Death(4, Death.Moment.BEFORE))) {
      assertThatThrownBy(() -> dead.put(item(1, "a"))).isInstanceOf(Death.ClientDied.class);
    }
    table.put(item(1, "a"));
    table.put(item(1, "b"));
    assertRefused(item(2, "a"), 1);
    table.delete(item(1, "b"));
    assertRefused(item(2, "a"), 1);
  }

  /** The dead writer's claim is not carried on for ever. */
  @Test
  void aDeadClaimGoesWithTheNextOne() throws IOException {
    try (RecordTable<Item> dead = items.open(new Death(4, Death.Moment.BEFORE))) {
      assertThatThrownBy(() -> dead.put(item(1, "a"))).isInstanceOf(Death.ClientDied.class);
    }
    try (RecordTable<Item> later = items.openLater(call -> call.make())) {
      later.put(item(1, "a"));
    }
    table.put(item(1, "b"));
    table.put(item(2, "a"));
    assertOwner("a", item(2, "a"));
  }

  @Test
  void whatARefusedWriteClaimedIsFreeAtOnce() throws IOException {
    table.put(item(1, "a"));
    assertThatThrownBy(() -> table.putAll(List.of(item(2, "b"), item(3, "a"), item(4, "c"))))
        .isInstanceOf(UniqueViolationException.class);
    table.putAll(List.of(item(5, "b"), item(6, "c")));
    assertOwner("b", item(5, "b"));
    assertOwner("c", item(6, "c"));
    assertThat(Items.of(table, RUN)).hasSize(3);
  }

  @Test
  void withinOneCallTheFirstHasIt() throws IOException {
    assertThatThrownBy(() -> table.putAll(List.of(item(1, "a"), item(2, "a"))))
        .isInstanceOf(UniqueViolationException.class);
    assertThat(Items.of(table, RUN)).isEmpty();
    table.put(item(2, "a"));
    assertOwner("a", item(2, "a"));
  }

  /** Entries of a time when claims left no trace. */
  @Test
  void anOldEntryWithoutClaimsIsFreeWhenItsRecordHasItNoMore() throws IOException {
    table.put(item(1, "b"));
    items.writeOldEntries(item(1, "a"));
    table.put(item(2, "a"));
    assertOwner("a", item(2, "a"));
    items.writeOldEntries(item(3, "d"));
    try (RecordTable<Item> plain = items.openWithoutIndexes()) {
      plain.put(item(3, "d"));
    }
    assertRefused(item(4, "d"), 3);
  }

  @Test
  void aLoadClaimsToo() throws IOException {
    table.put(item(1, "a"));
    assertThatThrownBy(() -> table.load(List.of(item(2, "a")).stream()))
        .isInstanceOf(UniqueViolationException.class);
    table.put(item(1, "b"));
    assertThat(table.load(List.of(item(2, "a")).stream())).isEqualTo(1);
    assertRefused(item(3, "a"), 2);
  }
}
