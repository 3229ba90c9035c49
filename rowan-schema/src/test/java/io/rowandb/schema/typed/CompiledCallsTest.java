package io.rowandb.schema.typed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A call whose value is not of its field's type does not compile; the same call with one that is
 * does. All right statements are compiled as one program, and all wrong ones as another.
 */
class CompiledCallsTest {
  @TempDir private Path directory;

  /** Reads by a value, of records, classes, and optional fields. */
  private static Stream<TypedCall> values() {
    return Stream.of(
        TypedCall.of("users.where(User::name).is(", "\"ada\"", "5", ").list()"),
        TypedCall.of("users.where(User::age).is(", "5", "5L", ").list()"),
        TypedCall.of("users.where(User::visits).is(", "5L", "5", ").list()"),
        TypedCall.of("users.where(User::isNew).is(", "true", "\"true\"", ").list()"),
        TypedCall.of("users.where(User::color).is(", "Color.RED", "Size.SMALL", ").list()"),
        TypedCall.of("users.where(User::at).is(", "Instant.EPOCH", "0L", ").list()"),
        TypedCall.of("users.where(User::raw).is(", "new byte[1]", "\"x\"", ").list()"),
        TypedCall.ofCall(
            "users.where(User::tags).is(", "List.of(\"x\")", "Set.of(\"x\")", ").list()"),
        TypedCall.of("users.where(User::name).is(", "null", "User::name", ").list()"),
        TypedCall.of("users.where(User::nick).is(", "Optional.of(\"x\")", "\"x\"", ").list()"),
        TypedCall.of("users.where(User::nick).is(", "Optional.empty()", "\"x\"", ").list()"),
        TypedCall.of("users.where(User::nick).is(", "Optional.of(\"x\")", "OptionalInt.of(1)", ")"),
        TypedCall.of("users.where(User::room).is(", "OptionalInt.of(1)", "1", ").list()"),
        TypedCall.of("users.where(User::score).is(", "OptionalLong.of(1)", "1L", ").list()"),
        TypedCall.of(
            "users.where(User::mean).is(", "OptionalDouble.of(1)", "OptionalLong.of(1)", ")"),
        TypedCall.of("beans.where(Bean::getName).is(", "\"ada\"", "5", ").list()"),
        TypedCall.of("beans.where(Bean::getAge).is(", "5", "\"5\"", ").list()"),
        TypedCall.of("beans.where(Bean::getNick).is(", "Optional.of(\"x\")", "\"x\"", ").list()"),
        TypedCall.of("beans.where(Bean::title).is(", "\"x\"", "5", ").list()"),
        TypedCall.of("query.where(User::name).is(\"x\").where(User::age).is(", "5", "\"5\"", ")"),
        TypedCall.of("async.list(async.where(User::name).is(", "\"ada\"", "5", "))"),
        TypedCall.of("async.list(async.all().where(User::nick).is(", "Optional.empty()", "5", "))"),
        TypedCall.of("migrated.where(User::name).is(", "\"ada\"", "5", ").list()"),
        TypedCall.ofCall("users.where(User::name).in(", "List.of(\"x\")", "List.of(5)", ").list()"),
        TypedCall.of("users.where(User::name).in(", "texts", "numbers", ").list()"),
        TypedCall.of("users.where(User::name).in(", "Set.of(\"x\", \"y\")", "\"x\"", ").list()"),
        TypedCall.ofCall("users.where(User::visits).in(", "List.of(5L)", "List.of(5)", ").list()"),
        TypedCall.ofCall(
            "users.where(User::nick).in(", "Set.of(Optional.of(\"x\"))", "Set.of(1)", ")"),
        TypedCall.ofCall(
            "beans.where(Bean::getAge).in(", "List.of(5)", "List.of(\"5\")", ").list()"),
        TypedCall.ofCall(
            "cities.where(City::people).in(", "new TreeSet<Integer>()", "List.of(1L)", ")"));
  }

  /** Reads by one of several fields. */
  private static Stream<TypedCall> anyOf() {
    return Stream.of(
        TypedCall.of("query.where(User::name).or(User::name).is(", "\"x\"", "5", ").list()"),
        TypedCall.of("query.where(User::name).or(", "User::name", "User::age", ").is(\"x\")"),
        TypedCall.of("query.where(User::name).or(", "User::name", "User::nick", ").is(\"x\")"),
        TypedCall.of("query.where(User::nick).or(", "User::nick", "User::room", ").is(null)"),
        TypedCall.of(
            "query.where(User::age).or(User::age).or(", "User::age", "User::visits", ").is(5)"),
        TypedCall.of("query.where(User::age).or(User::age).or(User::age).is(", "5", "5L", ")"),
        TypedCall.of("beans.where(Bean::getName).or(Bean::title).is(", "\"x\"", "5", ")"));
  }

  /** Reads by ranges: the field and its ends are given together. */
  private static Stream<TypedCall> ranges() {
    return Stream.of(
        TypedCall.ofCall("query.between(User::name, ", "\"a\", \"b\"", "1, 2", ")"),
        TypedCall.ofCall("query.between(User::age, 1, ", "2", "2L", ")"),
        TypedCall.ofCall("query.between(User::visits, ", "1L, 2L", "1, 2", ")"),
        TypedCall.ofCall("query.from(User::at, ", "Instant.EPOCH", "LocalDate.EPOCH", ")"),
        TypedCall.ofCall("query.from(User::day, ", "LocalDate.EPOCH", "LocalDateTime.MIN", ")"),
        TypedCall.ofCall("query.from(User::color, ", "Color.RED", "Size.SMALL", ")"),
        TypedCall.ofCall("query.before(User::visits, ", "5L", "5", ")"),
        TypedCall.ofCall("query.before(", "User::name, \"x\"", "User::raw, new byte[1]", ")"),
        TypedCall.ofCall("query.before(", "User::age, 1", "User::tags, List.of()", ")"),
        TypedCall.ofCall("query.before(", "User::age, 1", "User::nick, Optional.of(\"x\")", ")"),
        TypedCall.ofCall("query.startingWith(User::name, ", "\"x\"", "'x'", ")"),
        TypedCall.ofCall("query.startingWith(", "User::name", "User::nick", ", \"x\")"),
        TypedCall.ofCall("query.ofDomain(", "User::name", "User::age", ", \"cnn.com\")"),
        TypedCall.ofCall("query.optionalFrom(User::nick, ", "\"x\"", "5", ")"),
        TypedCall.ofCall("query.optionalBetween(User::nick, ", "\"x\", \"y\"", "1, 2", ")"),
        TypedCall.ofCall("query.optionalBetween(User::room, ", "1, 2", "1L, 2L", ")"),
        TypedCall.ofCall("query.optionalBefore(User::score, ", "1L", "\"1\"", ")"),
        TypedCall.ofCall("query.optionalBefore(", "User::room", "User::age", ", 5)"),
        TypedCall.ofCall("query.optionalStartingWith(", "User::nick", "User::name", ", \"x\")"));
  }

  /** Changes of one field. */
  private static Stream<TypedCall> changes() {
    return Stream.of(
        TypedCall.of("users.field(User::name, \"k\").set(", "\"ada\"", "5", ")"),
        TypedCall.of("users.field(User::visits, \"k\", 1).set(", "5L", "5", ")"),
        TypedCall.of("users.field(User::nick, \"k\").set(", "Optional.of(\"x\")", "\"x\"", ")"),
        TypedCall.of("users.field(User::age, \"k\").compareAndSet(", "5", "\"5\"", ", 6)"),
        TypedCall.of("users.field(User::age, \"k\").compareAndSet(5, ", "6", "6L", ")"),
        TypedCall.of("beans.field(Bean::getAge, 1).set(", "5", "\"5\"", ")"),
        TypedCall.of("viewed.field(User::name, \"k\").set(", "\"ada\"", "5", ")"),
        TypedCall.of("migrated.field(User::name, \"k\").set(", "\"ada\"", "5", ")"),
        TypedCall.of(
            "migrated.field(User::room, 1).compareAndSet(", "OptionalInt.empty()", "1", ", null)"),
        TypedCall.of("async.field(User::name, \"k\").set(", "\"ada\"", "5", ")"),
        TypedCall.of("async.field(User::age, \"k\").compareAndSet(1, ", "2", "2L", ")"),
        TypedCall.of("asyncBeans.field(Bean::getName, 1).set(", "\"ada\"", "5", ")"),
        TypedCall.of("asyncViewed.field(User::name, \"k\").set(", "\"ada\"", "5", ")"),
        TypedCall.ofCall("users.increment(", "User::visits", "User::age", ", 1, \"k\")"),
        TypedCall.ofCall("users.increment(User::visits, ", "1", "\"1\"", ", \"k\")"),
        TypedCall.ofCall(
            "users.incrementWithin(CountRange.atMost(1), ", "User::visits", "User::name", ", 1)"));
  }

  /** Changes of one record that are made as one. */
  private static Stream<TypedCall> together() {
    return Stream.of(
        TypedCall.of("users.together(1).set(User::name).to(", "\"ada\"", "5", ").run()"),
        TypedCall.of("users.together(1).set(User::visits).to(", "5L", "5", ").run()"),
        TypedCall.of("viewed.together(1).set(User::nick).to(", "Optional.empty()", "1", ").run()"),
        TypedCall.of("async.together(1).set(User::age).to(", "5", "5L", ").run()"),
        TypedCall.of("beans.together(1).set(", "Bean::getName", "City::name", ").to(\"x\").run()"),
        TypedCall.ofCall(
            "users.together(1).increment(", "User::visits", "User::name", ", 1).run()"),
        TypedCall.ofCall(
            "cities.together(1).increment(", "City::area", "User::visits", ", 1).run()"),
        TypedCall.ofCall("users.together(1).add(User::tags, ", "\"x\"", "5", ").run()"),
        TypedCall.ofCall(
            "users.together(1).onlyIf(there -> there.age() == 1).add(",
            "User::tags",
            "User::name",
            ", \"x\").run()"));
  }

  /** Joins, and declarations with a value or a form. */
  private static Stream<TypedCall> declarations() {
    return Stream.of(
        TypedCall.of(
            "Join.of(query, cities).on(User::name).is(", "City::name", "City::people", ")"),
        TypedCall.of("Join.of(query, cities).on(User::age).is(", "City::people", "City::area", ")"),
        TypedCall.of("Join.of(query, cities).on(User::nick).is(", "City::lord", "City::name", ")"),
        TypedCall.of(
            "Join.of(query, cities).on(User::name).hasValueOf(", "City::lord", "User::nick", ")"),
        TypedCall.of("packed.fieldWithDefault(1, User::name).of(", "\"?\"", "5", ")"),
        TypedCall.of("packed.fieldWithDefault(1, User::visits).of(", "5L", "5", ")"),
        TypedCall.ofCall(
            "packed.fieldAs(1, User::age, ", "PackedTypes.sint32()", "PackedTypes.sint64()", ")"),
        TypedCall.ofCall("packed.fieldAs(1, User::age, PackedTypes.sint32(), ", "5", "\"5\"", ")"),
        TypedCall.ofCall(
            "design.column(User::name, \"f:n\", ",
            "ColumnTypes.text()",
            "ColumnTypes.int32()",
            ")"),
        TypedCall.ofCall(
            "design.column(User::age, \"f:n\", ColumnTypes.int32(), ", "5", "\"5\"", ")"),
        TypedCall.ofCall("key.part(User::age, ", "Parts.int32()", "Parts.text()", ")"));
  }

  private static List<TypedCall> all() {
    return Stream.of(values(), anyOf(), ranges(), changes(), together(), declarations())
        .flatMap(each -> each)
        .toList();
  }

  @Tag("slow")
  @Test
  void valuesOfTheFieldsTypeCompile() throws IOException {
    List<TypedCall> all = all();
    assertThat(statements().refusals(all.stream().map(TypedCall::rightLine).toList()))
        .as(() -> numbered(all))
        .isEmpty();
  }

  @Tag("slow")
  @Test
  void othersAreRefusedAtTheValue() throws IOException {
    List<TypedCall> all = all();
    Map<Integer, List<CompiledStatements.Refusal>> refusals =
        statements().refusals(all.stream().map(TypedCall::wrongLine).toList()).stream()
            .collect(Collectors.groupingBy(CompiledStatements.Refusal::statement));
    SoftAssertions checks = new SoftAssertions();
    for (int i = 0; i < all.size(); i++) {
      TypedCall call = all.get(i);
      List<CompiledStatements.Refusal> found = refusals.getOrDefault(i, List.of());
      checks.assertThat(found).as(call.toString()).hasSize(1);
      if (found.size() == 1 && call.isNamed()) {
        long begin = call.before().length();
        checks
            .assertThat(found.get(0))
            .as(call.toString())
            .matches(each -> each.begin() >= begin, "begins at the value")
            .matches(each -> each.end() <= begin + call.wrong().length(), "ends with it");
      }
    }
    checks.assertThat(refusals).doesNotContainKey(-1);
    checks.assertAll();
  }

  /** What a program with the calls of former times had; none of it is left. */
  @Tag("slow")
  @Test
  void formerCallsAreGone() throws IOException {
    List<String> former =
        List.of(
            "users.where(User::name, \"x\")",
            "query.where(User::name, \"x\")",
            "query.whereOneOf(User::name, List.of(\"x\"))",
            "query.whereAnyOf(List.of(User::name, User::name), \"x\")",
            "async.where(User::name, \"x\")",
            "migrated.where(User::name, \"x\")",
            "users.set(User::name, \"x\", 1)",
            "async.set(User::name, \"x\", 1)",
            "migrated.compareAndSet(User::name, \"x\", \"y\", 1)",
            "packed.field(1, User::name, \"x\")",
            "Join.of(query, cities).on(User::name, City::name)");
    assertThat(statements().refusals(former).stream().map(each -> each.statement()).distinct())
        .containsExactlyElementsOf(IntStream.range(0, former.size()).boxed().toList());
  }

  private CompiledStatements statements() {
    return new CompiledStatements(directory);
  }

  private static String numbered(List<TypedCall> calls) {
    return IntStream.range(0, calls.size())
        .mapToObj(i -> i + " " + calls.get(i).rightLine())
        .collect(Collectors.joining("\n"));
  }
}
