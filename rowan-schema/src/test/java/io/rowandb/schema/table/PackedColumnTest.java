package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.UnknownFields;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Fields that share a cell, beside others that the key or columns of their own hold. */
class PackedColumnTest {
  record User(long id, String name, int age, List<String> tags, String mail, UnknownFields rest) {}

  private static TableDesignBuilder<User> begun() {
    return TableDesign.of("users", User.class)
        .key(key -> key.part(User::id))
        .family("u")
        .family("v");
  }

  private static TableDesign<User> design() {
    return begun()
        .packed(
            "u:r",
            packed ->
                packed
                    .field(1, User::name)
                    .fieldWithDefault(2, User::age)
                    .of(18)
                    .field(4, User::tags))
        .column(User::mail, "u:m")
        .build();
  }

  private static User user(String name, int age, String mail) {
    return new User(7, name, age, List.of("a", ""), mail, UnknownFields.none());
  }

  private static Result row(List<Cell> cells) {
    return Result.create(cells.stream().sorted(CellComparator.getInstance()).toList());
  }

  private static Result written(TableDesign<User> design, User user) {
    return row(design.write(user).put().getFamilyCellMap().get(Bytes.toBytes("u")));
  }

  @Test
  void allOfItComesBack() {
    for (User user : List.of(user("ada", 36, "a@b"), user(null, -1, "x"), user("", 0, ""))) {
      Result row = written(design(), user);
      assertThat(row.size()).isEqualTo(2);
      assertThat(design().read(row)).isEqualTo(user);
    }
  }

  @Test
  void aRowWithoutTheCellHasDefaults() {
    Cell mail = written(design(), user("ada", 36, "a@b")).rawCells()[0];
    assertThat(Bytes.toString(CellUtil.cloneQualifier(mail))).isEqualTo("m");
    assertThat(design().read(row(List.of(mail))))
        .isEqualTo(new User(7, null, 18, List.of(), "a@b", UnknownFields.none()));
  }

  @Test
  void theMessageIsThatOfItsDeclaration() {
    PackedRecord<User> packed =
        PackedRecord.of(User.class).field(1, User::name).field(2, User::age).build();
    TableDesign<User> design =
        begun()
            .packed("v:r", packed)
            .column(User::mail, "u:m")
            .column(User::tags, "u:t", TAGS)
            .build();
    User user = user("ada", 36, "a@b");
    Cell cell = design.write(user).put().getFamilyCellMap().get(Bytes.toBytes("v")).get(0);
    assertThat(CellUtil.cloneValue(cell)).isEqualTo(packed.encode(user));
    assertThat(design.form().describeColumns())
        .contains("v:r is message User { optional string name = 1; optional int32 age = 2; }");
  }

  private static final ColumnType<List<String>> TAGS =
      PlainType.variable(
          "tags",
          tags -> Bytes.toBytes(String.join(",", tags)),
          (bytes, offset, length) -> List.of(Bytes.toString(bytes, offset, length).split(",", -1)));

  @Test
  void bytesOfAnotherFormAreRefusedWithTheColumn() {
    byte[] key = design().key().encode(user("ada", 36, "a@b"));
    Result row =
        row(List.of(new KeyValue(key, Bytes.toBytes("u"), Bytes.toBytes("r"), new byte[9])));
    assertThatThrownBy(() -> design().read(row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("of users", "column u:r", "\\x00\\x00", "at byte");
  }

  @Test
  void anAbsentListIsRefused() {
    User user = new User(7, "ada", 1, null, "x", UnknownFields.none());
    assertThatThrownBy(() -> design().write(user))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("User.tags is null");
  }

  @Test
  void twoCellsCannotKeepTheSameUnknownFields() {
    TableDesignBuilder<User> twice =
        begun()
            .packed("u:r", packed -> packed.field(1, User::name).field(2, User::age))
            .packed("u:s", packed -> packed.field(1, User::tags).field(2, User::mail));
    assertThatThrownBy(twice::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("User.rest is declared twice", "u:r is", "u:s is");
  }

  @Test
  void aFieldInTwoPlacesIsRefused() {
    TableDesignBuilder<User> twice =
        begun()
            .packed(
                "u:r",
                packed -> packed.field(1, User::name).field(2, User::age).field(3, User::tags))
            .column(User::mail, "u:m")
            .column(User::age, "u:a");
    assertThatThrownBy(twice::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("User.age is declared twice");
  }
}
