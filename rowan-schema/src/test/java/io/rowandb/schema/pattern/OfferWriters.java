package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Writers of a table of offers, some of which die, and what the table may have of each offer just
 * now. Used by one thread.
 */
final class OfferWriters implements AutoCloseable {
  static final int OFFERS = 30;

  /** Calls of a write, at most one of which kills its writer. */
  private static final int CALLS = 14;

  private static final Duration GRACE = Duration.ofHours(1);

  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<Offer> design;
  private final RecordTable<Offer> table;
  private final Random random;

  /** What each offer may be: one alone, except where a writer died. Null stands for none. */
  private final Map<Integer, Set<Offer>> present = new TreeMap<>();

  /** The same of those that were written since {@link #begin}, with all that they were. */
  private final Map<Integer, Set<Offer>> changed = new TreeMap<>();

  /**
   * Names that writers were giving when they died; they are free after a grace, not in this test.
   */
  private final Set<String> claimed = new HashSet<>();

  private int gracesAhead;
  private int deaths;
  private int writes;

  OfferWriters(Connection connection, TableDesign<Offer> design, Random random) throws IOException {
    this.connection = connection;
    this.design = design;
    this.random = random;
    table = RecordTable.open(connection, design);
    for (int id = 0; id < OFFERS; id++) {
      present.put(id, one(null));
    }
  }

  /** A set that may hold null. */
  private static Set<Offer> one(Offer offer) {
    Set<Offer> set = new HashSet<>();
    set.add(offer);
    return set;
  }

  private Offer offer(int id) {
    return new Offer(
        id,
        OfferQuery.name(random),
        OfferQuery.city(random),
        OfferQuery.score(random),
        OfferQuery.time(random),
        OfferQuery.owner(random));
  }

  int deaths() {
    return deaths;
  }

  int writes() {
    return writes;
  }

  /** From here on all is noted that offers are. */
  void begin() {
    changed.clear();
  }

  /** What an offer may have been since {@link #begin}. */
  Set<Offer> states(int id) {
    return changed.getOrDefault(id, present.get(id));
  }

  /** Writes, by a writer that may die. */
  void write() throws IOException {
    Items.awaitNextMillisecond();
    Map<Integer, Offer> wanted = wanted();
    boolean first = writes == 0; // dies, so that one does whatever chance brings
    if (!first && random.nextInt(5) > 0) {
      write(table, wanted);
      return;
    }
    Death.Moment[] moments = Death.Moment.values();
    int call = first ? 0 : random.nextInt(CALLS);
    Death death = new Death(call, moments[random.nextInt(moments.length)]);
    try (RecordTable<Offer> mortal =
        RecordTable.open(WatchedConnection.of(connection, death), design)) {
      write(mortal, wanted);
    } catch (Death.ClientDied e) {
      wanted.forEach(this::mayBe);
    }
    if (death.happened()) { // perhaps when all but the settling of its claims was done
      deaths++;
      wanted.values().stream().filter(Objects::nonNull).map(Offer::name).forEach(claimed::add);
    }
  }

  /** What is to become of some offers; null where one is to be deleted. */
  private Map<Integer, Offer> wanted() {
    Map<Integer, Offer> wanted = new TreeMap<>();
    for (int count = random.nextInt(6) == 0 ? 3 : 1; count > 0; count--) {
      int id = random.nextInt(OFFERS);
      wanted.put(id, offer(id));
    }
    if (wanted.size() == 1 && random.nextInt(5) == 0) {
      wanted.replaceAll((id, offer) -> null);
    }
    return wanted;
  }

  private void write(RecordTable<Offer> by, Map<Integer, Offer> wanted) throws IOException {
    writes++;
    try {
      if (wanted.containsValue(null)) {
        by.delete(offer(wanted.keySet().iterator().next()));
      } else if (wanted.size() == 1) {
        by.put(wanted.values().iterator().next());
      } else {
        by.putAll(wanted.values());
      }
      wanted.forEach(this::is);
    } catch (UniqueViolationException e) {
      assertThat(wanted.values())
          .as(e.getMessage())
          .anyMatch(offer -> mayBeTaken(offer) || isTwice(offer, wanted.values()));
      wanted.forEach(this::mayBe);
      for (int id : wanted.keySet()) {
        if (wanted.size() == 1) {
          assertThat(table.get(id).orElse(null)).as(e.getMessage()).isIn(withoutLast(id, wanted));
        }
      }
    }
  }

  private Collection<Offer> withoutLast(int id, Map<Integer, Offer> wanted) {
    List<Offer> others = new ArrayList<>(states(id));
    others.remove(wanted.get(id));
    return others;
  }

  private static boolean isTwice(Offer offer, Collection<Offer> all) {
    return all.stream().filter(each -> each.name().equals(offer.name())).count() > 1;
  }

  private boolean mayBeTaken(Offer offer) {
    return claimed.contains(offer.name()) || isOfAnother(offer);
  }

  private boolean isOfAnother(Offer offer) {
    return present.entrySet().stream()
        .filter(each -> each.getKey() != offer.id())
        .flatMap(each -> each.getValue().stream())
        .anyMatch(each -> each != null && each.name().equals(offer.name()));
  }

  private void is(int id, Offer offer) {
    mayBe(id, offer);
    present.put(id, one(offer));
  }

  private void mayBe(int id, Offer offer) {
    changed.computeIfAbsent(id, each -> new HashSet<>(present.get(id))).add(offer);
    Set<Offer> may = new HashSet<>(present.get(id));
    may.add(offer);
    present.put(id, may);
  }

  /**
   * Ends what dead writers left, and looks what there is: one state of each. The clock goes back
   * afterwards, so that an entry may lack copies: of a record that was written before the time at
   * which those of another were removed.
   */
  void repair() throws IOException {
    gracesAhead += 3; // also of what the last repair wrote
    Instant ahead = Instant.now().plus(GRACE.multipliedBy(gracesAhead));
    IndexSettings settings = new IndexSettings(Clock.fixed(ahead, ZoneOffset.UTC), GRACE);
    try (RecordTable<Offer> later = RecordTable.open(connection, design, settings)) {
      for (IndexDesign<Offer> index : design.indexes()) {
        later.repairIndex(index.name());
      }
      for (IndexDesign<Offer> index : design.indexes()) {
        assertThat(later.verifyIndex(index.name()))
            .as(index.name())
            .matches(report -> report.missing() == 0 && report.stale() == 0)
            .matches(report -> report.conflicts() == 0 && report.copies().outdated() == 0);
      }
    }
    for (int id = 0; id < OFFERS; id++) {
      Optional<Offer> found = table.get(id);
      assertThat(found.orElse(null)).isIn(present.get(id));
      present.put(id, one(found.orElse(null)));
    }
    assertThat(table.all().allowFullScan().list()).containsExactlyInAnyOrderElementsOf(settled());
  }

  /** After {@link #repair}: all there is. */
  List<Offer> settled() {
    return present.values().stream().flatMap(Set::stream).filter(Objects::nonNull).toList();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
