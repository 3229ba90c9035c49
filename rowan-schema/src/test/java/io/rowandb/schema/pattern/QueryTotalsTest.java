package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The least, the greatest, sums and means of what a read finds, whole and by groups. */
@OnBackEnd
class QueryTotalsTest {
  record Sale(
      String shop, int number, Integer amount, Long points, Double weight, BigDecimal price) {}

  private final Connection connection;

  private RecordTable<Sale> sales;

  QueryTotalsTest(Connection connection) {
    this.connection = connection;
  }

  /**
   * Indexes of all kinds: one that lacks nulls, one that has them last, one of some records, one
   * with copies, and one in buckets.
   */
  @BeforeEach
  void create() throws IOException {
    sales =
        RecordTable.create(
            connection,
            TableDesign.of(BackEnd.newTableName("sales"), Sale.class)
                .key(
                    key -> key.part(Sale::shop).part(Sale::number, Parts.descending(Parts.int32())))
                .family("a")
                .family("b")
                .column(Sale::amount, "b:a")
                .column(Sale::points, "a:p")
                .column(Sale::weight, "b:w")
                .column(Sale::price, "a:c")
                .index("byAmount", index -> index.on(key -> key.part(Sale::amount)))
                .index(
                    "byPoints",
                    index -> index.on(key -> key.part(Sale::points, Parts.optional(Parts.int64()))))
                .index(
                    "byPointsDown",
                    index ->
                        index.on(
                            key ->
                                key.salt(3)
                                    .part(
                                        Sale::points,
                                        Parts.optional(Parts.descending(Parts.int64())))))
                .index(
                    "ofShop",
                    index ->
                        index
                            .on(
                                key ->
                                    key.part(Sale::shop)
                                        .part(Sale::amount, Parts.optional(Parts.int32())))
                            .covering(Sale::price))
                .index(
                    "large",
                    index ->
                        index
                            .on(key -> key.part(Sale::amount))
                            .only("large ones", sale -> sale.amount() != null && sale.amount() > 5))
                .build());
  }

  @AfterEach
  void close() throws IOException {
    sales.close();
  }

  private static Sale sale(String shop, int number, Integer amount) {
    return new Sale(shop, number, amount, null, null, null);
  }

  private static <T extends Comparable<T>> Optional<T> least(Stream<T> values) {
    return values.filter(Objects::nonNull).min(Comparator.naturalOrder());
  }

  private static <T extends Comparable<T>> Optional<T> greatest(Stream<T> values) {
    return values.filter(Objects::nonNull).max(Comparator.naturalOrder());
  }

  /** More rows are asked for than are merged into one order. */
  @Test
  void theGreatestOfManyKeys() throws IOException {
    sales.putAll(List.of(sale("shop3", 1, 5), sale("shop1099", 4, 2), sale("shop5000", 9, 1)));
    List<String> shops = IntStream.range(0, 1_100).mapToObj(i -> "shop" + i).toList();
    assertThat(sales.all().where(Sale::shop).in(shops).max(Sale::number)).contains(4);
    assertThat(sales.all().where(Sale::shop).in(shops).min(Sale::number)).contains(1);
  }

  @Test
  void asByLookingAtEveryRecord() throws IOException {
    Random random = new Random(7);
    List<Sale> all = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      Integer amount = random.nextInt(4) == 0 ? null : random.nextInt(20) - 10;
      Long points = random.nextInt(3) == 0 ? null : random.nextLong(1_000) - 500;
      Double weight = random.nextInt(3) == 0 ? null : random.nextInt(100) / 4.0;
      BigDecimal price = random.nextInt(3) == 0 ? null : BigDecimal.valueOf(random.nextInt(999), 2);
      all.add(new Sale("shop" + random.nextInt(4), i, amount, points, weight, price));
    }
    sales.putAll(all);
    agree(sales.all().allowFullScan(), all);
    for (String shop : List.of("shop0", "shop3", "none")) {
      List<Sale> ofShop = all.stream().filter(sale -> sale.shop().equals(shop)).toList();
      agree(sales.where(Sale::shop).is(shop), ofShop);
      agree(sales.where(Sale::shop).is(shop).through("ofShop"), ofShop);
      agree(
          sales.where(Sale::shop).is(shop).filter(sale -> sale.number() % 2 == 0),
          ofShop.stream().filter(sale -> sale.number() % 2 == 0).toList());
      agree(
          sales.where(Sale::shop).is(shop).from(Sale::amount, 3),
          ofShop.stream().filter(sale -> sale.amount() != null && sale.amount() >= 3).toList());
      agree(
          sales.where(Sale::shop).is(shop).limit(5),
          sales.where(Sale::shop).is(shop).limit(5).list());
    }
    agree(
        sales.where(Sale::amount).is(4),
        all.stream().filter(sale -> Objects.equals(sale.amount(), 4)).toList());
    agree(
        sales.byIndex("large").allowFullScan(),
        all.stream().filter(sale -> sale.amount() != null && sale.amount() > 5).toList());
    agree(sales.byIndex("byPointsDown").allowFullScan(), all);
  }

  private static void agree(RecordQuery<Sale> query, List<Sale> expected) throws IOException {
    assertThat(query.min(Sale::amount)).isEqualTo(least(expected.stream().map(Sale::amount)));
    assertThat(query.max(Sale::amount)).isEqualTo(greatest(expected.stream().map(Sale::amount)));
    assertThat(query.min(Sale::points)).isEqualTo(least(expected.stream().map(Sale::points)));
    assertThat(query.max(Sale::points)).isEqualTo(greatest(expected.stream().map(Sale::points)));
    assertThat(query.min(Sale::number)).isEqualTo(least(expected.stream().map(Sale::number)));
    assertThat(query.max(Sale::shop)).isEqualTo(greatest(expected.stream().map(Sale::shop)));
    List<Long> points = expected.stream().map(Sale::points).filter(Objects::nonNull).toList();
    assertThat(query.sum(Sale::points))
        .isEqualTo(
            points.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(points.stream().mapToLong(each -> each).sum()));
    assertThat(query.average(Sale::weight))
        .isEqualTo(
            expected.stream()
                .map(Sale::weight)
                .filter(Objects::nonNull)
                .mapToDouble(each -> each)
                .average());
    assertThat(query.sumDecimal(Sale::price))
        .isEqualTo(
            expected.stream().map(Sale::price).filter(Objects::nonNull).reduce(BigDecimal::add));
    Map<Integer, Long> counts = new HashMap<>();
    Map<Integer, Long> sums = new HashMap<>();
    Map<Integer, Long> greatest = new HashMap<>();
    for (Sale sale : expected) {
      counts.merge(sale.amount(), 1L, Long::sum);
      if (sale.points() != null) {
        sums.merge(sale.amount(), sale.points(), Long::sum);
        greatest.merge(sale.amount(), sale.points(), Math::max);
      }
    }
    assertThat(query.groupBy(Sale::amount).count()).isEqualTo(counts);
    assertThat(query.groupBy(Sale::amount).sum(Sale::points)).isEqualTo(sums);
    assertThat(query.groupBy(Sale::amount).max(Sale::points)).isEqualTo(greatest);
    assertThat(query.count()).isEqualTo(expected.size());
  }

  @Test
  void ofNothingThereIsNothing() throws IOException {
    RecordQuery<Sale> none = sales.where(Sale::shop).is("a");
    assertThat(none.sum(Sale::amount)).isEmpty();
    assertThat(none.average(Sale::price)).isEmpty();
    assertThat(none.sumDecimal(Sale::price)).isEmpty();
    assertThat(none.groupBy(Sale::amount).count()).isEmpty();
    assertThat(sales.all().max(Sale::points)).isEmpty();
    sales.put(sale("a", 1, null));
    assertThat(none.sum(Sale::amount)).isEmpty();
    assertThat(none.max(Sale::amount)).isEmpty();
    assertThat(sales.all().max(Sale::points)).isEmpty();
    assertThat(none.average(Sale::weight)).isEqualTo(OptionalDouble.empty());
    Map<Integer, Long> nullAlone = new HashMap<>();
    nullAlone.put(null, 1L);
    assertThat(none.groupBy(Sale::amount).count()).isEqualTo(nullAlone);
    assertThat(none.groupBy(Sale::amount).sum(Sale::points)).isEmpty();
  }

  @Test
  void aSumIsNeverWrapped() throws IOException {
    sales.put(new Sale("a", 1, Integer.MAX_VALUE, Long.MAX_VALUE, null, null));
    sales.put(new Sale("a", 2, Integer.MAX_VALUE, 1L, null, null));
    RecordQuery<Sale> query = sales.where(Sale::shop).is("a");
    assertThat(query.sum(Sale::amount)).hasValue(2L * Integer.MAX_VALUE);
    assertThatThrownBy(() -> query.sum(Sale::points))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("Sale.points is 9223372036854775808");
    assertThatThrownBy(() -> query.groupBy(Sale::shop).sum(Sale::points))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("Sale.points");
    assertThat(query.sumDecimal(Sale::points))
        .hasValue(new BigDecimal(BigInteger.ONE.shiftLeft(63)));
    assertThat(query.average(Sale::points)).hasValue(0x1p62);
    sales.put(new Sale("a", 3, 0, -1L, null, null)); // read first: keys descend
    sales.put(new Sale("a", 0, 0, -1L, null, null)); // read last
    assertThat(query.sum(Sale::points)).hasValue(Long.MAX_VALUE - 1);
    sales.put(new Sale("b", 1, null, Long.MIN_VALUE, null, null));
    assertThat(sales.where(Sale::shop).is("b").sum(Sale::points)).hasValue(Long.MIN_VALUE);
    sales.put(new Sale("b", 2, null, -1L, null, null));
    assertThatThrownBy(() -> sales.where(Sale::shop).is("b").sum(Sale::points))
        .hasMessageContaining("-9223372036854775809");
  }

  @Test
  void valuesThatNoSumIncludes() throws IOException {
    sales.put(new Sale("a", 1, null, null, Double.NaN, new BigDecimal("1E+1000000000")));
    sales.put(new Sale("a", 2, null, null, 0.1, BigDecimal.ONE));
    RecordQuery<Sale> query = sales.where(Sale::shop).is("a");
    assertThatThrownBy(() -> query.average(Sale::weight))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("Sale.weight")
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> query.sumDecimal(Sale::price))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("Sale.price has a value of scale -1000000000");
    sales.put(new Sale("b", 1, null, null, null, new BigDecimal("1E+5000")));
    assertThatThrownBy(() -> sales.where(Sale::shop).is("b").average(Sale::price))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("Sale.price");
  }

  @Test
  void fieldsThatAreNoNumbersAreNamed() {
    RecordQuery<Sale> query = sales.where(Sale::shop).is("a");
    assertThatThrownBy(() -> query.sum(Sale::price))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Sale.price is a BigDecimal")
        .hasMessageContaining("sumDecimal");
    assertThatThrownBy(() -> query.groupBy(Sale::shop).sum(Sale::weight))
        .hasMessageContaining("Sale.weight is a Double");
  }

  @Test
  void theGreatestIsReadAloneWhereItIsFirst() throws IOException {
    for (int i = 0; i < 40; i++) {
      sales.put(new Sale("a", i, i, (long) i, null, null));
    }
    Explanation byIndex = sales.all().explainMax(Sale::points);
    assertThat(byIndex.refusal()).isEmpty();
    assertThat(byIndex.servedBy()).startsWith("index byPoints");
    assertThat(byIndex.limit()).hasValue(1L);
    assertThat(sales.all().max(Sale::points)).hasValue(39L);
    assertThat(sales.all().min(Sale::points)).hasValue(0L);

    Explanation byKey = sales.where(Sale::shop).is("a").explainMin(Sale::number);
    assertThat(byKey.servedBy()).isEqualTo("the row key");
    assertThat(byKey.limit()).hasValue(1L);
    assertThat(byKey.reversed()).isTrue();
    assertThat(byKey.sent()).isEqualTo("its first two cells, without values");
    assertThat(sales.where(Sale::shop).is("a").min(Sale::number)).hasValue(0);

    Explanation limited = sales.where(Sale::shop).is("a").limit(3).explainMin(Sale::number);
    assertThat(limited.limit()).hasValue(3L);
    assertThat(sales.where(Sale::shop).is("a").limit(3).min(Sale::number)).hasValue(37);
  }

  /** Records with null are missing there, and have no part in a greatest value. */
  @Test
  void anIndexWithoutNullsAnswers() throws IOException {
    sales.put(sale("a", 1, 5));
    sales.put(sale("a", 2, null));
    assertThat(sales.all().max(Sale::amount)).hasValue(5);
    Explanation explained = sales.all().explainMax(Sale::amount);
    assertThat(explained.refusal()).isEmpty();
    assertThat(explained.servedBy()).startsWith("index byAmount");
    assertThat(explained.limit()).hasValue(1L);
    assertThat(sales.byIndex("byAmount").max(Sale::amount)).hasValue(5);
    assertThat(sales.byIndex("large").max(Sale::amount)).isEmpty();
    assertThat(sales.where(Sale::amount).is(3).max(Sale::amount)).isEmpty();
    assertThatThrownBy(() -> sales.all().max(Sale::weight))
        .isInstanceOf(UnservedReadException.class);
    assertThat(sales.all().explainMax(Sale::weight).refusal()).isPresent();
    assertThatThrownBy(() -> sales.all().filter(sale -> true).max(Sale::amount))
        .isInstanceOf(UnservedReadException.class);
  }

  /** Entries that no record has any more stand first, in a unique index and in another one. */
  @Test
  void aGreatestThatIsGoneIsNotTold() throws IOException {
    record Rank(int rank, String id) {}
    for (boolean unique : List.of(true, false)) {
      TableDesign<Rank> design =
          TableDesign.of(BackEnd.newTableName("ranks"), Rank.class)
              .key(key -> key.hash(Digest.md5(2), Rank::id).part(Rank::id))
              .family("r")
              .column(Rank::rank, "r:r")
              .index(
                  "byRank",
                  index -> {
                    index.on(key -> key.part(Rank::rank));
                    return unique ? index.unique() : index;
                  })
              .build();
      try (RecordTable<Rank> table = RecordTable.create(connection, design);
          RecordTable<Rank> other = RecordTable.open(connection, design)) {
        for (int i = 0; i < 50; i++) {
          table.put(new Rank(i, "id" + i));
        }
        for (int i = 20; i < 50; i++) {
          other.delete(new Rank(i, "id" + i));
        }
        other.put(new Rank(-1, "id19"));
        assertThat(table.all().max(Rank::rank)).hasValue(18);
        assertThat(table.all().min(Rank::rank)).hasValue(-1);
        assertThat(table.all().greatestFirst(Rank::rank).limit(2).list())
            .containsExactly(new Rank(18, "id18"), new Rank(17, "id17"));
        assertThat(table.where(Rank::id).is("id19").max(Rank::rank)).hasValue(-1);
        assertThat(table.all().allowFullScan().max(Rank::id)).hasValue("id9"); // by no order
      }
    }
  }

  @Test
  void aUnionOfIndexesIsAddedUp() throws IOException {
    record Pair(int id, Integer left, Integer right) {}
    TableDesign<Pair> design =
        TableDesign.of(BackEnd.newTableName("pairs"), Pair.class)
            .key(key -> key.part(Pair::id))
            .family("p")
            .column(Pair::left, "p:l")
            .column(Pair::right, "p:r")
            .index("byLeft", index -> index.on(key -> key.part(Pair::left)))
            .index("byRight", index -> index.on(key -> key.part(Pair::right)))
            .build();
    try (RecordTable<Pair> table = RecordTable.create(connection, design)) {
      table.put(new Pair(1, 7, 7)); // once, though both indexes have it
      table.put(new Pair(2, 7, null));
      table.put(new Pair(4, 0, 7));
      table.put(new Pair(8, 0, 0));
      RecordQuery<Pair> query = table.all().where(Pair::left).or(Pair::right).is(7);
      assertThat(query.sum(Pair::id)).hasValue(7);
      assertThat(query.max(Pair::id)).hasValue(4);
      assertThat(query.count()).isEqualTo(3);
      assertThat(query.limit(2).count()).isEqualTo(2);
      assertThat(query.explainSum(Pair::id).servedBy())
          .isEqualTo("index byLeft, then index byRight");
    }
  }

  @Test
  void nullsThatComeFirstArePassedOver() throws IOException {
    for (int i = 0; i < 20; i++) {
      sales.put(sale("a", i, i));
    }
    sales.put(new Sale("a", 30, 3, 7L, null, null));
    sales.put(new Sale("a", 31, 3, 9L, null, null));
    assertThat(sales.all().min(Sale::points)).hasValue(7L);
    assertThat(sales.byIndex("byPointsDown").max(Sale::points)).hasValue(9L);
    assertThat(sales.byIndex("byPointsDown").min(Sale::points)).hasValue(7L);
  }

  @Test
  void copiesThatLackTheFieldAreRefused() throws IOException {
    sales.put(new Sale("a", 1, 5, 7L, null, BigDecimal.TEN));
    RecordQuery<Sale> copies = sales.where(Sale::shop).is("a").copied("ofShop");
    assertThat(copies.sumDecimal(Sale::price)).hasValue(BigDecimal.TEN);
    assertThat(copies.max(Sale::amount)).hasValue(5);
    assertThatThrownBy(() -> copies.sum(Sale::points))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Sale.points is asked for, and index ofShop has no copy of it");
    assertThat(copies.explainSum(Sale::points).refusal().orElseThrow())
        .contains("Sale.points is asked for");
    assertThatThrownBy(() -> copies.groupBy(Sale::points).count())
        .hasMessageContaining("Sale.points");
  }

  @Test
  void whatEachWouldReadIsTold() throws IOException {
    sales.put(sale("a", 1, 5));
    RecordQuery<Sale> query = sales.where(Sale::shop).is("a");
    assertThat(query.explainSum(Sale::amount).sent()).isEqualTo("b:a, and its first two cells");
    assertThat(query.groupBy(Sale::points).explain(Sale::amount).sent())
        .isEqualTo("b:a, a:p, and its first two cells");
    assertThat(query.explain().sent()).isEqualTo("all of it");
    assertThat(query.filter(sale -> true).explainSum(Sale::amount).sent()).isEqualTo("all of it");
    assertThat(query.explainSum(Sale::amount).rows().counted()).isEqualTo(1);
    assertThat(sales.all().explainSum(Sale::amount).refusal()).isPresent();
    assertThat(sales.where(Sale::amount).is(5).explainSum(Sale::points).toString())
        .contains("served by: index byAmount")
        .contains("sent of each row: the entry, and the row of its record");
  }
}
