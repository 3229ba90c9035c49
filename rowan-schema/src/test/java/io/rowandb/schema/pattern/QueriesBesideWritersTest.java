package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random queries while others write: between any two calls of a query records change, appear and
 * go, and writers die at any of their calls. A record that stays as it is throughout a query is in
 * its answer if and only if it meets the conditions; one that is written meanwhile comes once at
 * most, as it was at some time. When what dead writers left is repaired, every answer is exact.
 */
@OnBackEnd
class QueriesBesideWritersTest {
  /** All queries of the whole test; as many as were asked for once, in full. */
  private static final int QUERIES = BackEnd.isHBase() ? 120 : BackEnd.isFull() ? 18_000 : 2_400;

  private static final int QUERIES_OF_A_TABLE = BackEnd.isHBase() ? 30 : 300;

  record Part(int id, String city, int score) {}

  private static Part part(Offer offer) {
    return new Part(offer.id(), offer.city(), offer.score());
  }

  private OfferWriters writers;
  private RecordTable<Offer> table;
  private Random random;

  /** How many writes there still are between the calls of a query. */
  private int left;

  private int asked;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void answersAreRight(OfferDesign kind, Connection connection) throws IOException {
    long seed = Long.getLong("rowan.seed", new Random().nextLong());
    random = new Random(seed);
    int tables = QUERIES / OfferDesign.values().length / QUERIES_OF_A_TABLE;
    int deaths = 0;
    asked = 0;
    for (int i = 0; i < tables; i++) {
      TableDesign<Offer> design = kind.design();
      RecordTable.create(connection, design).close();
      try (OfferWriters open = new OfferWriters(connection, design, random);
          RecordTable<Offer> watched =
              RecordTable.open(WatchedConnection.of(connection, this::betweenCalls), design)) {
        writers = open;
        table = watched;
        System.out.println("-Drowan.seed=" + seed + ", table " + i);
        ask();
        deaths += writers.deaths();
        assertThat(writers.writes()).isGreaterThan(QUERIES_OF_A_TABLE / 2);
      }
      BackEnd.drop(connection, design.name().getNameAsString());
    }
    assertThat(asked).isEqualTo(tables * QUERIES_OF_A_TABLE);
    assertThat(deaths).isGreaterThanOrEqualTo(tables);
  }

  private Object betweenCalls(ServerCall call) throws IOException {
    while (left > 0 && random.nextInt(3) > 0) {
      left--;
      writers.write();
    }
    return call.make();
  }

  private void ask() throws IOException {
    for (int i = 0; i < OfferWriters.OFFERS; i++) {
      writers.write();
    }
    for (int i = 0; i < QUERIES_OF_A_TABLE; i++) {
      OfferQuery query = OfferQuery.next(random);
      boolean quiet = i % 30 >= 25;
      if (i % 30 == 25) {
        writers.repair();
      }
      writers.begin();
      left = quiet ? 0 : random.nextInt(4);
      int way = random.nextInt(8);
      try {
        check(query, way);
      } catch (AssertionError | IOException | RuntimeException e) {
        throw new AssertionError(
            "query " + i + (quiet ? ", quiet" : "") + ", way " + way + ": " + query, e);
      }
      asked++;
    }
    writers.repair();
  }

  private void check(OfferQuery query, int way) throws IOException {
    RecordQuery<Offer> read = query.ask().apply(table.all().allowFullScan());
    switch (way) {
      case 0 -> checkCount(query, read.count());
      case 1 -> checkFirst(query, read.first());
      case 2 -> checkSome(query, read.limit(query.limit()).list());
      case 3 -> checkSelected(query, read.select(Part.class).list());
      case 4 -> checkPages(query, read);
      case 5 -> checkGroups(query, read.groupBy(Offer::city).count());
      default -> checkAll(query, read.list());
    }
  }

  /** Whether an offer was the same all the time, and whether it is in the answer. */
  private boolean isSurely(OfferQuery query, int id) {
    Set<Offer> states = writers.states(id);
    return states.stream().allMatch(each -> each != null && query.holds().test(each));
  }

  private boolean isMaybe(OfferQuery query, int id) {
    return writers.states(id).stream().anyMatch(each -> each != null && query.holds().test(each));
  }

  private List<Integer> ids(OfferQuery query, boolean surely) {
    List<Integer> ids = new ArrayList<>();
    for (int id = 0; id < OfferWriters.OFFERS; id++) {
      // One that is written may move to where the read has been.
      boolean stays = writers.states(id).size() == 1;
      if (surely ? stays && isSurely(query, id) : isMaybe(query, id)) {
        ids.add(id);
      }
    }
    return ids;
  }

  private <T> void checkEach(
      OfferQuery query, List<T> found, Function<T, Integer> id, Function<Offer, T> form) {
    for (T each : found) {
      assertThat(writers.states(id.apply(each)))
          .anyMatch(
              state ->
                  state != null && query.holds().test(state) && form.apply(state).equals(each));
    }
  }

  private void checkOnce(List<Integer> ids) {
    assertThat(ids).doesNotHaveDuplicates();
  }

  private void checkAll(OfferQuery query, List<Offer> found) {
    List<Integer> ids = found.stream().map(Offer::id).toList();
    checkOnce(ids);
    checkEach(query, found, Offer::id, offer -> offer);
    assertThat(ids).containsAll(ids(query, /* surely= */ true));
  }

  private void checkSelected(OfferQuery query, List<Part> found) {
    List<Integer> ids = found.stream().map(Part::id).toList();
    checkOnce(ids);
    checkEach(query, found, Part::id, QueriesBesideWritersTest::part);
    assertThat(ids).containsAll(ids(query, /* surely= */ true));
  }

  private void checkSome(OfferQuery query, List<Offer> found) {
    assertThat(found).hasSizeLessThanOrEqualTo(query.limit());
    checkOnce(found.stream().map(Offer::id).toList());
    checkEach(query, found, Offer::id, offer -> offer);
    if (found.size() < query.limit()) {
      assertThat(found.stream().map(Offer::id)).containsAll(ids(query, /* surely= */ true));
    }
  }

  private void checkFirst(OfferQuery query, Optional<Offer> found) {
    checkEach(query, found.stream().toList(), Offer::id, offer -> offer);
    if (found.isEmpty()) {
      assertThat(ids(query, /* surely= */ true)).isEmpty();
    }
  }

  private void checkCount(OfferQuery query, long count) {
    assertThat(count)
        .isBetween(
            (long) ids(query, /* surely= */ true).size(),
            (long) ids(query, /* surely= */ false).size());
  }

  private void checkGroups(OfferQuery query, Map<String, Long> found) {
    List<Integer> maybe = ids(query, /* surely= */ false);
    Map<String, Long> least =
        ids(query, /* surely= */ true).stream()
            .map(id -> writers.states(id).iterator().next().city())
            .collect(Collectors.groupingBy(city -> city, Collectors.counting()));
    least.forEach(
        (city, count) -> assertThat(found.getOrDefault(city, 0L)).isGreaterThanOrEqualTo(count));
    assertThat(found.values().stream().mapToLong(count -> count).sum())
        .isLessThanOrEqualTo(maybe.size());
  }

  /** Pages remember nothing of each other, so that what moves ahead comes again. */
  private void checkPages(OfferQuery query, RecordQuery<Offer> read) throws IOException {
    List<Offer> found = new ArrayList<>();
    Page<Offer> page = read.page(query.limit());
    found.addAll(page.records());
    while (page.next().isPresent()) {
      page = read.page(query.limit(), page.next().get());
      found.addAll(page.records());
    }
    checkEach(query, found, Offer::id, offer -> offer);
    Set<Integer> surely = new HashSet<>(ids(query, /* surely= */ true));
    assertThat(found.stream().map(Offer::id).filter(surely::contains))
        .containsExactlyInAnyOrderElementsOf(surely);
  }
}
