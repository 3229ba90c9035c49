package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  record User(String name, String city, int age) {}

  private static TableDesignBuilder<User> users() {
    return TableDesign.of("users", User.class)
        .key(key -> key.part(User::name))
        .family("u", family -> family.setMaxVersions(1))
        .column(User::city, "u:c")
        .column(User::age, "u:a");
  }

  private static TableDesignBuilder<User> withAnotherKey() {
    return TableDesign.of("users", User.class)
        .key(key -> key.part(User::name, Parts.textToEnd()))
        .family("u", family -> family.setMaxVersions(1))
        .column(User::city, "u:c")
        .column(User::age, "u:a");
  }

  private static TableDesignBuilder<User> withAnotherColumn() {
    return TableDesign.of("users", User.class)
        .key(key -> key.part(User::name))
        .family("u", family -> family.setMaxVersions(1))
        .column(User::city, "u:c")
        .column(User::age, "u:years");
  }

  /** Programs on other machines and of other years find the same. */
  @Test
  void isOfTheDeclarationAlone() {
    assertThat(users().build().fingerprint())
        .isEqualTo(users().build().fingerprint())
        .isEqualTo("84b28fc76f0ad210");
    assertThat(users().build().descriptor().getValue("rowan.fingerprint"))
        .isEqualTo(users().build().fingerprint());
  }

  @Test
  void differsWithWhatIsStored() {
    List<TableDesign<User>> designs = new ArrayList<>();
    designs.add(users().build());
    designs.add(users().marked().build());
    designs.add(withAnotherKey().build());
    designs.add(withAnotherColumn().build());
    designs.add(users().index("byCity", index -> index.on(key -> key.part(User::city))).build());
    designs.add(users().index("byTown", index -> index.on(key -> key.part(User::city))).build());
    designs.add(users().index("byCity", index -> index.on(key -> key.part(User::age))).build());
    designs.add(
        users()
            .index("byCity", index -> index.on(key -> key.part(User::city)).covering(User::age))
            .build());
    designs.add(
        users().index("byCity", index -> index.on(key -> key.part(User::city)).unique()).build());
    assertThat(designs.stream().map(TableDesign::fingerprint)).doesNotHaveDuplicates();
  }

  /** Programs of one table, of which some know its views, agree. */
  @Test
  void doesNotDifferWithViews() {
    TableDesign<User> design = users().build();
    assertThat(design.withViews(Set.of("byCity")).fingerprint()).isEqualTo(design.fingerprint());
    assertThat(design.asViewOf(TableName.valueOf("people")).fingerprint())
        .isEqualTo(design.fingerprint());
  }
}
