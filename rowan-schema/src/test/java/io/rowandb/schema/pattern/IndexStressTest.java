package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writers, readers and the build of a new index, all at once. */
@OnBackEnd
class IndexStressTest {
  private static final long SEED = Long.getLong("rowan.seed", 20_261_122L);
  private static final long RUN = 1;
  private static final int RECORDS = 200;
  private static final int WRITERS = 4;
  private static final int CHANGES = BackEnd.isHBase() && !BackEnd.isFull() ? 100 : 400;

  private final AtomicInteger writing = new AtomicInteger(WRITERS);
  private Items items;

  private static Item item(Random random, int id) {
    return new Item(
        RUN, id, "name" + random.nextInt(2 * RECORDS), value(random), value(random), value(random));
  }

  private static String value(Random random) {
    return Items.VALUES.get(random.nextInt(Items.VALUES.size()));
  }

  @Tag("slow")
  @Test
  void allAtOnce(Connection connection) throws Exception {
    System.out.println("-Drowan.seed=" + SEED);
    items = Items.create(connection, BackEnd.newTableName("stress"));
    try (RecordTable<Item> old = items.openWithoutIndexes()) {
      Random random = new Random(SEED);
      for (int id = 0; id < RECORDS; id++) {
        Item item = item(random, id);
        old.put(item.named("first" + id));
      }
    }
    try (RecordTable<Item> table = items.open()) {
      table.repairIndex("byName");
      table.repairIndex("byColor");
      table.repairIndex("byCopies");
    }
    List<Callable<Integer>> threads = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      Random random = new Random(SEED + writer);
      threads.add(() -> write(random));
    }
    for (int reader = 0; reader < 2; reader++) {
      threads.add(() -> read("byColor"));
      threads.add(() -> read("byName"));
    }
    threads.add(this::build);
    assertThat(AllAtOnce.run(threads)).allMatch(count -> count > 0);
    items.check(RUN, "seed " + SEED);
    try (RecordTable<Item> table = items.open()) {
      List<Item> all = table.all().allowFullScan().list();
      assertThat(all).hasSizeBetween(RECORDS / 2, RECORDS);
      for (String index : Items.INDEXES) {
        assertThat(table.verifyIndex(index).missing()).as(index).isZero();
        assertThat(table.where(Item::run).is(RUN).through(index).list())
            .as(index)
            .containsExactlyInAnyOrderElementsOf(all);
      }
      assertThat(all.stream().map(Item::name)).doesNotHaveDuplicates();
    }
    items.repairAll("seed " + SEED);
  }

  private int write(Random random) throws IOException {
    int written = 0;
    try (RecordTable<Item> table = items.open()) {
      for (int i = 0; i < CHANGES; i++) {
        Item item = item(random, random.nextInt(RECORDS));
        try {
          switch (random.nextInt(10)) {
            case 0 -> table.delete(item);
            case 1 -> table.putAll(List.of(item, item(random, (item.id() + 1) % RECORDS)));
            default -> table.put(item);
          }
          written++;
        } catch (UniqueViolationException e) {
          assertThat(e).hasMessageContaining("byName"); // as it should be, now and then
        }
      }
    } finally {
      writing.decrementAndGet();
    }
    return written;
  }

  /** Each record that is found is as it was asked for, and found once. */
  private int read(String index) throws IOException {
    int reads = 0;
    Random random = new Random(SEED);
    try (RecordTable<Item> table = items.open()) {
      do {
        String value = value(random);
        if (index.equals("byColor")) {
          assertThat(
                  table.where(Item::run).is(RUN).where(Item::color).is(value).through(index).list())
              .allMatch(each -> each.color().equals(value));
        }
        List<Item> all = table.where(Item::run).is(RUN).through(index).list();
        Set<Integer> ids = new HashSet<>();
        assertThat(all).allMatch(each -> ids.add(each.id()));
        reads++;
      } while (writing.get() > 0);
    }
    return reads;
  }

  private int build() throws IOException {
    try (RecordTable<Item> table = items.open()) {
      IndexReport report = table.repairIndex("bySide");
      assertThat(report.isComplete()).isTrue();
      return (int) report.records();
    }
  }
}
