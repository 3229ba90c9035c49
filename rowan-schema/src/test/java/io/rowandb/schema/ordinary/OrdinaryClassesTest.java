package io.rowandb.schema.ordinary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rowandb.schema.field.ClassShape;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.join.Join;
import io.rowandb.schema.join.JoinedPair;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.ordinary.Order.Address;
import io.rowandb.schema.ordinary.Order.Line;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedTypes;
import io.rowandb.schema.pattern.AsyncRecordTable;
import io.rowandb.schema.pattern.MalformedRows;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.StaleRecordException;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a table of records can do, it can do with objects of ordinary classes. */
@OnBackEnd
class OrdinaryClassesTest {
  private static final RecordShape<Address> ADDRESS =
      ClassShape.of(Address.class, Address::getStreet, Address::getTown)
          .madeBy(
              values ->
                  Address.builder()
                      .street(values.get(Address::getStreet))
                      .town(values.get(Address::getTown))
                      .build());

  private static final RecordShape<Customer> CUSTOMER =
      ClassShape.of(Customer.class, Customer::name, Customer::town, Customer::mail).constructor();

  private Connection connection;
  private TableDesign<Order> orderDesign;
  private TableDesign<Customer> customerDesign;
  private RecordTable<Order> orders;
  private RecordTable<Customer> customers;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = given;
    orderDesign = orders(BackEnd.newTableName("orders"));
    customerDesign =
        TableDesign.of(BackEnd.newTableName("customers"), CUSTOMER)
            .key(key -> key.part(Customer::name, Parts.textToEnd()))
            .family("c")
            .column(Customer::town, "c:t")
            .column(Customer::mail, "c:m")
            .index("byMail", index -> index.on(key -> key.part(Customer::mail)).unique())
            .build();
    orders = RecordTable.create(connection, orderDesign);
    customers = RecordTable.create(connection, customerDesign);
  }

  private static TableDesign<Order> orders(String name) {
    return TableDesign.of(name, Order.class)
        .key(key -> key.part(Order::getCustomer).part(Order::getNumber))
        .family("o")
        .family("l")
        .column(Order::getState, "o:s")
        .column(Order::getNote, "o:n")
        .column(Order::isPaid, "o:p")
        .column(Order::getVersion, "o:v")
        .counter(Order::getViews, "o:c")
        .packed(
            "o:m",
            packed ->
                packed
                    .field(1, Order::getTime)
                    .fieldAs(
                        2,
                        Order::getAddress,
                        PackedTypes.message(
                            PackedRecord.of(ADDRESS)
                                .field(1, Address::getStreet)
                                .field(2, Address::getTown)
                                .build())))
        .details(
            Order::getLines,
            DetailLayout.wide("l"),
            DetailDesign.of(Line.class)
                .key(key -> key.part(Line::getPlace))
                .cell(Line::getArticle, "a")
                .build())
        .version(Order::getVersion)
        .index(
            "byState",
            index ->
                index
                    .on(key -> key.part(Order::getState).part(Order::getCustomer))
                    .covering(Order::isPaid))
        .build();
  }

  @AfterEach
  void close() throws IOException {
    orders.close();
    customers.close();
  }

  private static Order order(String customer, int number, String state) {
    Order order = Order.of(customer, number, state);
    order.setNote(Optional.of("note " + number));
    order.setTime(Instant.ofEpochSecond(number, 5));
    order.setAddress(Address.builder().street("street " + number).town("Rome").build());
    order.setLines(List.of(Line.of(1, "apples"), Line.of(2, "pears")));
    return order;
  }

  private static void assertSame(Order found, Order expected) {
    assertThat(found).usingRecursiveComparison().ignoringAllOverriddenEquals().isEqualTo(expected);
  }

  @Test
  void aBeanComesBack() throws IOException {
    Order order = order("ada", 7, "new");
    orders.put(order);
    orders.increment(Order::getViews, 3, "ada", 7);
    Order found = orders.get("ada", 7).orElseThrow();
    order.setViews(3);
    assertSame(found, order);
    orders.put(Order.of("ada", 8, null));
    assertSame(orders.get("ada", 8).orElseThrow(), Order.of("ada", 8, null));
  }

  @Test
  void readsGoByItsAccessors() throws IOException {
    orders.putAll(
        IntStream.range(0, 20)
            .mapToObj(number -> order("ada", number, number % 4 == 0 ? "open" : "done"))
            .toList());
    assertThat(orders.where(Order::getState).is("open").list())
        .extracting(Order::getNumber)
        .containsExactly(0, 4, 8, 12, 16);
    assertThat(orders.where(Order::getState).is("open").copied("byState").list())
        .extracting(Order::getTitle)
        .contains("ada/16");
    assertThat(orders.where(Order::getCustomer).is("ada").max(Order::getNumber)).contains(19);
    assertThat(orders.all().allowFullScan().groupBy(Order::getState).count())
        .containsEntry("open", 5L)
        .containsEntry("done", 15L);
    assertThat(orders.where(Order::getCustomer).is("ada").select(Brief.class).first())
        .get()
        .satisfies(brief -> assertThat(brief.getState()).isEqualTo("open"))
        .satisfies(brief -> assertThat(brief.getNumber()).isZero());
    assertThat(orders.verifyIndex("byState").missing()).isZero();
    assertThat(orders.deleteAll(orders.where(Order::getState).is("open"))).isEqualTo(5);
    assertThat(orders.where(Order::getState).is("open").exists()).isFalse();
  }

  /** Some fields of an order. */
  static class Brief {
    private String state;
    private int number;

    String getState() {
      return state;
    }

    void setState(String newState) {
      state = newState;
    }

    int getNumber() {
      return number;
    }

    void setNumber(int newNumber) {
      number = newNumber;
    }
  }

  @Test
  void conditionalWritesChangeIt() throws IOException {
    Order order = order("ada", 1, "new");
    assertThat(orders.putIfAbsent(order)).isTrue();
    assertThat(orders.putIfAbsent(order)).isFalse();
    assertThat(orders.field(Order::getState, "ada", 1).set("open")).isTrue();
    assertThat(orders.field(Order::getState, "ada", 1).compareAndSet("new", "no")).isFalse();
    assertThat(
            orders
                .field(Order::getNote, "ada", 1)
                .compareAndSet(Optional.of("note 1"), Optional.empty()))
        .isTrue();
    Optional<Order> updated =
        orders.update(
            each -> {
              each.setPaid(true);
              return each;
            },
            "ada",
            1);
    assertThat(updated).get().extracting(Order::isPaid, Order::getVersion).containsExactly(true, 3);
    Order read = orders.get("ada", 1).orElseThrow();
    assertSame(updated.orElseThrow(), read);
    assertThat(read.getLines()).hasSize(2);
    read.setState("sent");
    assertThat(orders.save(read).getVersion()).isEqualTo(4);
    assertThatThrownBy(() -> orders.save(read)).isInstanceOf(StaleRecordException.class);
    assertThat(orders.where(Order::getState).is("sent").count()).isEqualTo(1);
    assertThat(orders.where(Order::getState).is("open").count()).isZero();
    assertThat(orders.deleteIf(Order::isPaid, "ada", 1)).isTrue();
    assertThat(orders.get("ada", 1)).isEmpty();
  }

  @Tag("slow")
  @Test
  void anUpdateThatChangesWhatItMustNot() throws IOException {
    orders.put(order("ada", 1, "new"));
    assertThatThrownBy(
            () ->
                orders.update(
                    each -> {
                      each.setVersion(9);
                      return each;
                    },
                    "ada",
                    1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 9 in the place of 0");
    assertThatThrownBy(
            () ->
                orders.update(
                    each -> {
                      each.getLines().get(1).setArticle("plums");
                      return each;
                    },
                    "ada",
                    1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Order.lines has other details");
    assertThatThrownBy(
            () ->
                orders.update(
                    each -> {
                      each.setNumber(2);
                      return each;
                    },
                    "ada",
                    1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another row");
    assertThat(
            orders.update(
                each -> {
                  each.setLines(List.of(Line.of(1, "apples"), Line.of(2, "pears")));
                  return each;
                },
                "ada",
                1))
        .isPresent();
    assertSame(
        orders.get("ada", 1).map(OrdinaryClassesTest::unversioned).orElseThrow(),
        order("ada", 1, "new"));
  }

  private static Order unversioned(Order order) {
    order.setVersion(0);
    return order;
  }

  /** As Hadoop's readers do. */
  @Test
  void oneObjectMayBeGivenForManyRecords() throws IOException {
    Order one = new Order();
    Stream<Order> reused =
        IntStream.range(0, 50)
            .mapToObj(
                number -> {
                  one.setCustomer("load");
                  one.setNumber(number);
                  one.setState("s" + number);
                  return one;
                });
    assertThat(orders.load(reused)).isEqualTo(50);
    Iterable<Order> again =
        () -> {
          Iterator<Integer> numbers = IntStream.range(0, 50).iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return numbers.hasNext();
            }

            @Override
            public Order next() {
              one.setCustomer("put");
              one.setNumber(numbers.next());
              one.setState("s" + one.getNumber());
              return one;
            }
          };
        };
    orders.putAll(again);
    for (String customer : List.of("load", "put")) {
      assertThat(orders.where(Order::getCustomer).is(customer).list())
          .extracting(Order::getState)
          .containsExactlyElementsOf(
              IntStream.range(0, 50).mapToObj(number -> "s" + number).toList());
    }
    assertThat(orders.where(Order::getState).is("s7").list()).hasSize(2);
  }

  @Tag("slow")
  @Test
  void whatIsChangedAfterACallThatDoesNotWaitIsNotWritten(Configuration configuration)
      throws Exception {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      AsyncRecordTable<Order> table = AsyncRecordTable.open(async, orderDesign);
      table.get("ada", 0).get(); // the design is looked at once
      List<Order> all = new ArrayList<>();
      for (int number = 0; number < 10; number++) {
        Order order = order("ada", number, "s" + number);
        all.add(order);
        CompletableFuture<Void> written = table.put(order);
        order.setState("changed");
        order.setNumber(-1);
        written.get();
      }
      assertThat(orders.where(Order::getCustomer).is("ada").list())
          .extracting(Order::getState)
          .containsExactly("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9");
      assertThat(orders.where(Order::getState).is("s4").count()).isEqualTo(1);
      assertThat(all).extracting(Order::getState).containsOnly("changed");
    }
  }

  @Test
  void rowsThatTheClassRefusesAreMalformed() throws IOException {
    orders.put(order("ada", 1, "new"));
    record Plain(String customer, int number, String state) {}
    TableDesign<Plain> plain =
        TableDesign.of(orderDesign.name().getNameAsString(), Plain.class)
            .key(key -> key.part(Plain::customer).part(Plain::number))
            .family("o")
            .column(Plain::state, "o:s")
            .build();
    connection.getTable(plain.name()).put(plain.write(new Plain("ada", 2, "impossible")).put());
    assertThatThrownBy(() -> orders.get("ada", 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no order is impossible");
    MalformedRows report = new MalformedRows();
    assertThat(orders.where(Order::getCustomer).is("ada").skipMalformed(report).list()).hasSize(1);
    assertThat(report.count()).isEqualTo(1);
  }

  @Test
  void uniqueValuesOfAClassWithAConstructor() throws IOException {
    customers.put(new Customer("ada", "London", "a@x"));
    assertThatThrownBy(() -> customers.put(new Customer("bob", "Rome", "a@x")))
        .isInstanceOf(UniqueViolationException.class);
    assertThat(customers.update(each -> each.in("Rome"), "ada"))
        .get()
        .extracting(Customer::town)
        .isEqualTo("Rome");
    assertThat(customers.where(Customer::mail).is("a@x").list())
        .extracting(Customer::name, Customer::town, Customer::mail)
        .containsExactly(tuple("ada", "Rome", "a@x"));
  }

  @Test
  void aConstructorOfAnotherOrderIsFoundOut() throws IOException {
    TableDesign<Customer> swapped =
        TableDesign.of(
                customerDesign.name().getNameAsString(),
                ClassShape.of(Customer.class, Customer::name, Customer::mail, Customer::town)
                    .constructor())
            .key(key -> key.part(Customer::name, Parts.textToEnd()))
            .family("c")
            .column(Customer::town, "c:t")
            .column(Customer::mail, "c:m")
            .index("byMail", index -> index.on(key -> key.part(Customer::mail)).unique())
            .build();
    try (RecordTable<Customer> table = RecordTable.open(connection, swapped)) {
      assertThatThrownBy(() -> table.put(new Customer("ada", "London", "a@x")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Customer.mail is a@x, and in what is made of its values London");
      assertThat(table.get("ada")).isEmpty();
    }
  }

  @Test
  void joinsAndViewsTakeThem() throws IOException {
    customers.put(new Customer("ada", "London", "a@x"));
    TableDesign<Customer> towns =
        TableDesign.of(BackEnd.newTableName("towns"), CUSTOMER)
            .key(key -> key.part(Customer::town).part(Customer::name))
            .family("t")
            .column(Customer::mail, "t:m")
            .build();
    RecordTable.create(connection, towns).close();
    TableDesign<Order> source = orders(BackEnd.newTableName("viewed"));
    RecordTable.create(connection, source).close();
    View<Order, Customer> view =
        View.of(
            source,
            towns,
            order ->
                List.of(
                    new Customer(
                        order.getTitle(), order.getAddress().getTown(), order.getState())));
    try (ViewedTable<Order> viewed = ViewedTable.open(connection, source, view);
        RecordTable<Customer> byTown = RecordTable.open(connection, towns)) {
      viewed.put(order("ada", 1, "new"));
      viewed.put(order("ada", 2, "new"));
      viewed.update(
          each -> {
            each.setState("sent");
            return each;
          },
          "ada",
          1);
      assertThat(byTown.where(Customer::town).is("Rome").list())
          .extracting(Customer::name, Customer::mail)
          .containsExactly(tuple("ada/1", "sent"), tuple("ada/2", "new"));
      assertThat(viewed.verify()).singleElement().matches(ViewCounts::isClean);
    }
    orders.put(order("ada", 5, "open"));
    try (Stream<JoinedPair<Order, Customer>> pairs =
        Join.of(orders.where(Order::getCustomer).is("ada"), customers)
            .on(Order::getCustomer)
            .is(Customer::name)
            .stream()) {
      assertThat(pairs.map(pair -> pair.left().getTitle() + " " + pair.right().town()).toList())
          .containsExactly("ada/5 London");
    }
  }

  /** A program may change the class of its records. */
  @Test
  @Tag("slow")
  void aRecordOfTheSameFieldsIsTheSameDesign() throws IOException {
    record Client(String name, String town, String mail) {}
    TableDesign<Client> design =
        TableDesign.of(customerDesign.name().getNameAsString(), Client.class)
            .key(key -> key.part(Client::name, Parts.textToEnd()))
            .family("c")
            .column(Client::town, "c:t")
            .column(Client::mail, "c:m")
            .index("byMail", index -> index.on(key -> key.part(Client::mail)).unique())
            .build();
    assertThat(design.fingerprint()).isEqualTo(customerDesign.fingerprint());
    customers.put(new Customer("ada", "London", "a@x"));
    try (RecordTable<Client> table = RecordTable.open(connection, design)) {
      assertThat(table.get("ada")).contains(new Client("ada", "London", "a@x"));
    }
  }

  @Test
  void toolsShowItsFields() throws IOException {
    orders.put(order("ada", 1, "new"));
    TableDesign<NamedValues> kept = NotedDesigns.of(connection, orderDesign.name()).get(0);
    try (RecordTable<NamedValues> noted = RecordTable.open(connection, kept)) {
      assertThat(noted.get("ada", 1).orElseThrow().toMap())
          .containsEntry("state", "new")
          .containsEntry("paid", false)
          .containsEntry("note", "note 1")
          .hasEntrySatisfying("lines", lines -> assertThat((List<?>) lines).hasSize(2));
    }
  }

  @Test
  void declarationsThatCannotHold() {
    assertThatThrownBy(() -> PackedRecord.inOrder(Line.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Line is not a record class, and has its fields in no order");
    assertThatThrownBy(
            () ->
                TableDesign.of("lines", Line.class)
                    .key(key -> key.part(Line::getPlace))
                    .family("l")
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Line.article is neither held by the key nor in a column");
    assertThatThrownBy(() -> TableDesign.of("lines", (RecordShape<Line>) null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the fields of the records of lines");
    assertThatThrownBy(
            () ->
                TableDesign.of("orders", Order.class).family("o").column(Order::getAddress, "o:a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Order.address: type")
        .hasMessageContaining("Address has no form in a cell of its own");
  }
}
