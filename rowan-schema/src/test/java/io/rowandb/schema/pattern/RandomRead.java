package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.plan.QuerySettings;
import java.time.Instant;
import java.util.Comparator;

/**
 * A read that was made up.
 *
 * @param limit of the records
 * @param pageSize of its pages, without the limit
 */
record RandomRead(
    Asked<String> owner,
    Asked<Instant> time,
    Asked<String> name,
    Asked<Integer> kind,
    QuerySettings.Order order,
    int limit,
    int pageSize) {
  RecordQuery<Item> of(RecordQuery<Item> all) {
    RecordQuery<Item> query = kind.ask(all, Item::kind);
    query = name.ask(time.ask(owner.ask(query, Item::owner), Item::time), Item::name);
    return switch (order) {
      case KEY -> query;
      case LEAST_FIRST -> query.leastFirst();
      case GREATEST_FIRST -> query.greatestFirst();
    };
  }

  /** Whether an item is among the answers, by what it says. */
  boolean holds(Item item) {
    return owner.holds(item.owner(), ReadDesign.TEXT_ORDER)
        && time.holds(item.time(), Comparator.naturalOrder())
        && name.holds(item.name(), ReadDesign.TEXT_ORDER)
        && kind.holds(item.kind(), Comparator.naturalOrder());
  }
}
