package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.packed.UnknownFields;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs of two ages, with designs of their own, over the same rows. */
@OnBackEnd
class ColumnEvolutionTest {
  record OldPacked(long id, String name, int age, UnknownFields rest) {}

  record NewPacked(long id, String name, int age, String city) {}

  record OldUser(long id, String name) {}

  record NewUser(long id, String name, int age, String city) {}

  record TextUser(long id, String age) {}

  private Connection connection;
  private String name;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    name = BackEnd.newTableName("users");
  }

  private <R> RecordTable<R> create(TableDesign<R> design) throws IOException {
    return RecordTable.create(connection, design);
  }

  private <R> RecordTable<R> open(TableDesign<R> design) throws IOException {
    return RecordTable.open(connection, design);
  }

  private TableDesign<OldPacked> oldPacked() {
    return TableDesign.of(name, OldPacked.class)
        .key(key -> key.part(OldPacked::id))
        .family("u")
        .packed("u:r", packed -> packed.field(1, OldPacked::name).field(2, OldPacked::age))
        .build();
  }

  private TableDesign<NewPacked> newPacked() {
    return TableDesign.of(name, NewPacked.class)
        .key(key -> key.part(NewPacked::id))
        .family("u")
        .packed(
            "u:r",
            packed ->
                packed
                    .field(1, NewPacked::name)
                    .field(2, NewPacked::age)
                    .fieldWithDefault(3, NewPacked::city)
                    .of("?"))
        .build();
  }

  @Test
  void anOldProgramKeepsThePackedFieldsOfANewOne() throws IOException {
    try (RecordTable<NewPacked> newer = create(newPacked());
        RecordTable<OldPacked> older = open(oldPacked())) {
      newer.put(new NewPacked(1, "ada", 36, "London"));
      OldPacked read = older.get(1L).orElseThrow();
      assertThat(read.rest().isEmpty()).isFalse();
      older.put(new OldPacked(1, read.name(), 37, read.rest()));
      assertThat(newer.get(1L)).contains(new NewPacked(1, "ada", 37, "London"));
      older.put(new OldPacked(2, "bob", 1, UnknownFields.none()));
      assertThat(newer.get(2L)).contains(new NewPacked(2, "bob", 1, "?"));
    }
  }

  private TableDesign<OldUser> oldUser() {
    return TableDesign.of(name, OldUser.class)
        .key(key -> key.part(OldUser::id))
        .family("u")
        .column(OldUser::name, "u:n")
        .build();
  }

  private TableDesign<NewUser> newUser() {
    return TableDesign.of(name, NewUser.class)
        .key(key -> key.part(NewUser::id))
        .family("u")
        .column(NewUser::name, "u:n")
        .column(NewUser::age, "u:a")
        .column(NewUser::city, "u:c", ColumnTypes.text(), "?")
        .build();
  }

  @Test
  void anOldProgramKeepsTheColumnsOfANewOne() throws IOException {
    try (RecordTable<NewUser> newer = create(newUser());
        RecordTable<OldUser> older = open(oldUser())) {
      newer.put(new NewUser(1, "ada", 36, "London"));
      assertThat(older.get(1L)).contains(new OldUser(1, "ada"));
      older.put(new OldUser(1, null));
      assertThat(newer.get(1L)).contains(new NewUser(1, null, 36, "London"));
      older.put(new OldUser(2, "bob"));
      assertThat(newer.get(2L)).contains(new NewUser(2, "bob", 0, "?"));
    }
  }

  @Test
  void bytesOfAnOlderTypeAreRefusedByName() throws IOException {
    TableDesign<TextUser> texts =
        TableDesign.of(name, TextUser.class)
            .key(key -> key.part(TextUser::id))
            .family("u")
            .column(TextUser::age, "u:a")
            .build();
    try (RecordTable<NewUser> newer = create(newUser())) {
      assertThatThrownBy(() -> open(texts)).hasMessageContaining("column u:a is age: UTF-8 text");
      RecordTable.declare(connection, texts);
      try (RecordTable<TextUser> older = open(texts)) {
        older.put(new TextUser(1, "36"));
      }
      assertThatThrownBy(() -> newer.get(1L))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll(
              "of " + name, "NewUser.age in column u:a", "value 36 of 2 bytes", "int32 is of 4");
    }
  }

  private TableDesign<OldUser> renamed() {
    return TableDesign.of(name, OldUser.class)
        .key(key -> key.part(OldUser::id))
        .family("u")
        .column(OldUser::name, "u:name", ColumnTypes.text(), "?")
        .formerly(OldUser::name, "u:n")
        .build();
  }

  @Test
  void aColumnThatGotAnotherNameIsReadFromTheOldOne() throws IOException {
    try (RecordTable<OldUser> older = create(oldUser());
        RecordTable<OldUser> newer = open(renamed())) {
      older.put(new OldUser(1, "ada"));
      assertThat(newer.get(1L)).contains(new OldUser(1, "ada"));
      newer.put(new OldUser(1, "bob"));
      assertThat(newer.get(1L)).contains(new OldUser(1, "bob"));
      assertThat(older.get(1L)).contains(new OldUser(1, "ada"));
      newer.put(new OldUser(1, null));
      assertThat(newer.get(1L)).contains(new OldUser(1, "?"));
      assertThat(older.get(1L)).contains(new OldUser(1, null));
    }
  }
}
