package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.value.MalformedValueException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Sets and maps in messages: the order of their bytes, and what is refused. */
class PackedCollectionsTest {
  record Part(int size) {}

  record Bag(Set<String> tags, Set<Integer> numbers, Map<String, Integer> counts) {}

  record Parts(Map<Long, Part> byId, Map<String, Thread.State> states) {}

  private static final PackedRecord<Bag> BAG = PackedRecord.inOrder(Bag.class);
  private static final PackedRecord<Parts> PARTS = PackedRecord.inOrder(Parts.class);

  private static Bag bag(Set<String> tags) {
    return new Bag(tags, Set.of(), Map.of());
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static <R> void assertForm(PackedRecord<R> type, R record, String hex) {
    byte[] expected = bytes(hex);
    assertThat(type.encode(record)).isEqualTo(expected);
    assertThat(type.decode(expected, 0, expected.length)).isEqualTo(record);
  }

  private static void assertUnreadable(PackedRecord<?> type, String hex, String... words) {
    byte[] bytes = bytes(hex);
    assertThatThrownBy(() -> type.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContainingAll(words);
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void elementsAndKeysAreInTheOrderOfTheirBytes() {
    assertForm(BAG, bag(Set.of("b", "a")), "0a 01 61 0a 01 62");
    assertForm(
        BAG,
        new Bag(Set.of(), Set.of(300, -1, 2), Map.of()),
        "12 0d 02 ac 02 ff ff ff ff ff ff ff ff ff 01");
    assertForm(
        BAG,
        new Bag(Set.of(), Set.of(), Map.of("b", 1, "a", 2)),
        "1a 05 0a 01 61 10 02" + "1a 05 0a 01 62 10 01");
    assertForm(BAG, bag(Set.of()), "");
  }

  @Test
  void equalOnesHaveEqualBytes() {
    List<String> texts = List.of("z", "yy", "\u00E9", "", "a");
    Set<String> there = new LinkedHashSet<>(texts);
    Map<String, Integer> counts = new LinkedHashMap<>();
    texts.forEach(text -> counts.put(text, text.length()));
    Set<String> back = new LinkedHashSet<>();
    Map<String, Integer> countsBack = new LinkedHashMap<>();
    for (int i = texts.size() - 1; i >= 0; i--) {
      back.add(texts.get(i));
      countsBack.put(texts.get(i), texts.get(i).length());
    }
    assertThat(BAG.encode(new Bag(there, Set.of(), counts)))
        .isEqualTo(BAG.encode(new Bag(back, Set.of(), countsBack)));
  }

  @Test
  void theyComeBackUnmodifiableInTheOrderOfTheirBytes() {
    byte[] written = BAG.encode(new Bag(Set.of("c", "a", "b"), Set.of(), Map.of("x", 1, "w", 2)));
    Bag read = BAG.decode(written, 0, written.length);
    assertThat(read.tags()).containsExactly("a", "b", "c");
    assertThat(read.counts().keySet()).containsExactly("w", "x");
    assertThatThrownBy(() -> read.tags().add("d"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.counts().put("y", 3))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void messagesAndConstantsInMaps() {
    assertForm(
        PARTS,
        new Parts(Map.of(7L, new Part(2)), Map.of("main", Thread.State.NEW)),
        "0a 06 08 07 12 02 08 02" + "12 0b 0a 04 6d61696e 12 03 4e4557");
    assertThat(PARTS.describe())
        .isEqualTo("message Parts { map<int64, Part> byId = 1; map<string, string> states = 2; }");
  }

  @Test
  void anEntryMayLackItsKeyOrValue() {
    byte[] both = bytes("1a 00");
    assertThat(BAG.decode(both, 0, 2).counts()).isEqualTo(Map.of("", 0));
    byte[] noValue = bytes("1a 03 0a 01 61");
    assertThat(BAG.decode(noValue, 0, noValue.length).counts()).isEqualTo(Map.of("a", 0));
    byte[] noPart = bytes("0a 02 08 07");
    assertThat(PARTS.decode(noPart, 0, 4).byId()).isEqualTo(Map.of(7L, new Part(0)));
    assertUnreadable(PARTS, "12 03 0a 01 61", "Parts.states, field 2", "has no constant");
  }

  @Test
  void anEntryMayHaveFieldsThatAreNotKnownAndItsOwnTwice() {
    byte[] bytes = bytes("1a 0a 18 05 10 01 10 02 0a 00 20 01");
    assertThat(BAG.decode(bytes, 0, bytes.length).counts()).isEqualTo(Map.of("", 2));
  }

  @Test
  void numbersOfASetAreReadBehindOneTagOrMany() {
    byte[] bytes = bytes("10 01 12 02 02 03 10 04");
    assertThat(BAG.decode(bytes, 0, bytes.length).numbers()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void whatIsThereTwiceIsNotRead() {
    assertUnreadable(BAG, "0a 01 61 0a 01 61", "Bag.tags, field 1", "element a", "twice");
    assertUnreadable(BAG, "12 02 05 05", "Bag.numbers, field 2", "element 5", "twice");
    assertUnreadable(BAG, "1a 02 0a 00 1a 00", "Bag.counts, field 3", "key ", "twice");
  }

  @Test
  void damagedEntries() {
    assertUnreadable(BAG, "18 01", "Bag.counts, field 3", "wire type 2 and not 0");
    assertUnreadable(BAG, "1a 02 08 01", "Bag.counts, field 3", "string is of wire type 2");
    assertUnreadable(BAG, "1a 05 0a 01 61 10", "Bag.counts, field 3");
    assertUnreadable(BAG, "1a 03 0a 05 61", "Bag.counts, field 3");
    assertUnreadable(BAG, "1a ff ff ff ff 07", "Bag.counts, field 3");
    assertUnreadable(BAG, "1a 01 1b", "Bag.counts, field 3", "wire type 3");
  }

  @Test
  void anEntryThatIsCutIsNotRead() {
    byte[] whole = BAG.encode(new Bag(Set.of(), Set.of(), Map.of("key", 1000)));
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> BAG.decode(cut, 0, cut.length))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(MalformedValueException.class);
    }
  }

  @Test
  void nullIsNotWritten() {
    Set<String> withNull = new HashSet<>(Collections.singleton(null));
    assertRefused(() -> BAG.encode(bag(withNull)), "Bag.tags", "the set has a null");
    assertRefused(() -> BAG.encode(bag(null)), "Bag.tags is null");
    Map<String, Integer> ofNull = new HashMap<>();
    ofNull.put("a", null);
    assertRefused(() -> BAG.encode(new Bag(Set.of(), Set.of(), ofNull)), "Bag.counts", "null of a");
    Map<String, Integer> nullKey = new HashMap<>();
    nullKey.put(null, 1);
    assertRefused(
        () -> BAG.encode(new Bag(Set.of(), Set.of(), nullKey)), "Bag.counts", "has a null");
  }

  @Test
  void differentElementsOfOneFormAreNotWritten() {
    record Lengths(Set<String> texts) {}
    PackedRecord<Lengths> lengths =
        PackedRecord.of(Lengths.class)
            .fieldAs(
                1,
                Lengths::texts,
                PackedTypes.set(
                    PackedTypes.mapped(
                        PackedTypes.sint32(), length -> "x".repeat(length), String::length)))
            .build();
    assertRefused(
        () -> lengths.encode(new Lengths(Set.of("a", "b"))), "Lengths.texts", "the same form");
  }

  @Test
  void formsThatAreDeclared() {
    PackedRecord<Bag> declared =
        PackedRecord.of(Bag.class)
            .field(1, Bag::tags)
            .fieldAs(2, Bag::numbers, PackedTypes.set(PackedTypes.sfixed32()))
            .fieldAs(
                3,
                Bag::counts,
                PackedTypes.map(
                    PackedTypes.mapped(Long.class, Object::toString, Long::valueOf),
                    PackedTypes.sint32()))
            .build();
    assertThat(declared.describe())
        .isEqualTo(
            "message Bag { repeated string tags = 1; repeated sfixed32 numbers = 2;"
                + " map<int64, sint32> counts = 3; }");
    assertForm(
        declared,
        new Bag(Set.of(), Set.of(1), Map.of("5", -1)),
        "12 04 01 00 00 00" + "1a 04 08 05 10 01");
  }

  @Test
  void declarationsThatCannotHold() {
    record Odd(
        Set<byte[]> arrays,
        Map<Double, String> byFraction,
        Map<Part, String> byPart,
        Set<List<String>> lists,
        Optional<Set<String>> optional,
        Optional<Map<String, String>> optionalMap,
        Set<String> tags) {}
    PackedRecordBuilder<Odd> odd = PackedRecord.of(Odd.class);
    assertRefused(() -> odd.field(1, Odd::arrays), "Odd.arrays", "byte[]");
    assertRefused(() -> odd.field(1, Odd::byFraction), "Odd.byFraction", "not double");
    assertRefused(() -> odd.field(1, Odd::byPart), "Odd.byPart", "not Part");
    assertRefused(() -> odd.field(1, Odd::lists), "Odd.lists", "java.util.List<java.lang.String>");
    assertRefused(() -> odd.field(1, Odd::optional), "Odd.optional", "optional list, set or map");
    assertRefused(() -> odd.field(1, Odd::optionalMap), "optional list, set or map");
    assertRefused(
        () -> odd.fieldWithDefault(1, Odd::tags).of(Set.of("a")), "Odd.tags", "list, set or map");
    PackedType<List<Integer>> list = PackedTypes.list(PackedTypes.sint32());
    assertRefused(() -> PackedTypes.set(list), "repeated sint32");
    assertRefused(() -> PackedTypes.map(PackedTypes.sint32(), list), "repeated sint32");
  }

  @Test
  void aListMayBecomeASetAndViceVersa() {
    record Listed(List<String> tags) {}
    PackedRecord<Listed> listed = PackedRecord.inOrder(Listed.class);
    byte[] list = listed.encode(new Listed(List.of("b", "a")));
    assertThat(BAG.decode(list, 0, list.length).tags()).containsExactly("b", "a");
    byte[] set = BAG.encode(bag(Set.of("b", "a")));
    assertThat(listed.decode(set, 0, set.length).tags()).containsExactly("a", "b");
    assertThat(BAG.forms().get(1)).isEqualTo(listed.forms().get(1));
  }
}
