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

/**
 * Rounds of writers and readers of copies. Each begins with entries that have copies; what is read
 * was once written, and after each the copies are the records.
 */
@OnBackEnd
class CopiesStressTest {
  private static final long SEED = Long.getLong("rowan.seed", 20_261_122L);
  private static final long RUN = 1;
  private static final int RECORDS = 40;
  private static final int ROUNDS = BackEnd.isHBase() && !BackEnd.isFull() ? 2 : 6;
  private static final int WRITERS = 3;
  private static final int CHANGES = 60;

  private final AtomicInteger writing = new AtomicInteger();
  private Items items;

  /** One whose name tells its other fields. */
  private static Item item(Random random, int id, boolean unique) {
    Item item = new Item(RUN, id, null, value(random), value(random), value(random));
    return item.named(nameOf(item) + (unique ? random.nextInt(2) : ""));
  }

  private static String nameOf(Item item) {
    return item.color() + item.left() + item.right();
  }

  private static String value(Random random) {
    return Items.VALUES.get(random.nextInt(Items.VALUES.size()));
  }

  @Tag("slow")
  @Test
  void copiesOfOneColor(Connection connection) throws Exception {
    run(connection, "byCopies");
  }

  @Test
  @Tag("slow")
  void copiesOfUniqueNames(Connection connection) throws Exception {
    run(connection, "byNameWithCopies");
  }

  private void run(Connection connection, String index) throws Exception {
    System.out.println("-Drowan.seed=" + SEED);
    items = Items.create(connection, BackEnd.newTableName("copies"), List.of(index));
    boolean unique = index.equals("byNameWithCopies");
    for (int round = 0; round < ROUNDS; round++) {
      writing.set(WRITERS);
      List<Callable<Integer>> threads = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(SEED + (long) round * WRITERS + writer);
        threads.add(() -> write(random, unique));
      }
      threads.add(() -> read(index));
      assertThat(AllAtOnce.run(threads)).allMatch(count -> count > 0);
      String when = "seed " + SEED + ", round " + round;
      items.check(RUN, when);
      checkAll(index, when);
      items.fillAll();
      items.check(RUN, when + ", filled");
      checkAll(index, when + ", filled");
    }
  }

  private void checkAll(String index, String when) throws IOException {
    try (RecordTable<Item> table = items.open()) {
      assertThat(table.where(Item::run).is(RUN).copied(index).list())
          .as(when)
          .containsExactlyInAnyOrderElementsOf(Items.of(table, RUN))
          .isNotEmpty();
      assertThat(table.verifyIndex(index).copies().outdated()).as(when).isZero();
    }
  }

  private int write(Random random, boolean unique) throws IOException {
    int written = 0;
    try (RecordTable<Item> table = items.open()) {
      for (int i = 0; i < CHANGES; i++) {
        Item item = item(random, random.nextInt(RECORDS), unique);
        try {
          switch (random.nextInt(10)) {
            case 0 -> table.delete(item);
            case 1 -> table.putAll(List.of(item, item(random, item.id() + RECORDS, unique)));
            case 2 -> table.load(List.of(item).stream());
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

  private int read(String index) throws IOException {
    int reads = 0;
    try (RecordTable<Item> table = items.open()) {
      do {
        Set<Integer> ids = new HashSet<>();
        assertThat(table.where(Item::run).is(RUN).copied(index).list())
            .allMatch(each -> each.name().startsWith(nameOf(each)))
            .allMatch(each -> ids.add(each.id()));
        reads++;
      } while (writing.get() > 0);
    }
    return reads;
  }
}
