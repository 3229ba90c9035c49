package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A count of a key without a record is one that indexes lack, as long as nobody repairs them. */
@OnBackEnd
class CounterWithoutRecordTest {
  record Person(String name, int age, long count) {}

  private Connection connection;

  private final TableDesign<Person> people =
      TableDesign.of(BackEnd.newTableName("people"), Person.class)
          .key(key -> key.part(Person::name))
          .family("f")
          .column(Person::age, "f:a")
          .counter(Person::count, "f:c")
          .index("byAge", index -> index.on(key -> key.part(Person::age)))
          .build();

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  @Test
  void isFoundByItsKeyAndByVerificationAndAddedByRepair() throws IOException {
    try (RecordTable<Person> table = RecordTable.create(connection, people)) {
      table.put(new Person("there", 0, 0));
      table.increment(Person::count, 2, "there");
      table.put(new Person("gone", 0, 0));
      table.delete(new Person("gone", 0, 0));
      Milliseconds.pass(); // HBase hides what is written in the millisecond of a deletion
      table.increment(Person::count, 3, "gone");
      table.increment(Person::count, 5, "never");
      assertThat(table.get("gone")).contains(new Person("gone", 0, 3));
      assertThat(table.all().allowFullScan().list()).hasSize(3);
      assertThat(table.where(Person::age).is(0).list()).contains(new Person("there", 0, 2));
      assertThat(table.verifyIndex("byAge").missing()).isPositive();
      table.repairIndex("byAge");
      table.repairIndex("byAge"); // the first took away what the deleted record had left
      assertThat(table.where(Person::age).is(0).list())
          .containsExactlyInAnyOrder(
              new Person("there", 0, 2), new Person("gone", 0, 3), new Person("never", 0, 5));
      assertThat(table.verifyIndex("byAge").missing()).isZero();
    }
  }
}
