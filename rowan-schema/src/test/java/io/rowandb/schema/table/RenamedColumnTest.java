package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Declarations of columns that fields had before. */
class RenamedColumnTest {
  record User(long id, String name, int age) {}

  private static TableDesignBuilder<User> begun() {
    return TableDesign.of("users", User.class)
        .key(key -> key.part(User::id))
        .family("u")
        .family("old")
        .column(User::name, "u:name");
  }

  @Test
  void itIsDescribed() {
    TableDesign<User> design =
        begun().formerly(User::name, "old:n").column(User::age, "u:a").build();
    assertThat(design.form().describeColumns())
        .containsExactly(
            "u:name is name: UTF-8 text, formerly old:n",
            "u:a is age: int32, 0 where it is missing");
  }

  @Test
  void itComesBehindTheColumnOnce() {
    assertThatThrownBy(() -> begun().formerly(User::age, "u:x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("User.age has no column yet");
    assertThatThrownBy(() -> begun().formerly(User::name, "u:n").formerly(User::name, "u:m"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("User.name has no column yet");
  }

  @Test
  void theOldColumnIsNobodyElses() {
    assertThatThrownBy(() -> begun().formerly(User::name, "u:a").column(User::age, "u:a").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column u:a is declared twice");
    assertThatThrownBy(() -> begun().formerly(User::name, "x:n").column(User::age, "u:a").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("family x is not declared");
  }
}
