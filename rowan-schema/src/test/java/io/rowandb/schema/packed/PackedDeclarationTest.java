package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Declarations that cannot hold are refused, and the values that they have no form for. */
class PackedDeclarationTest {
  record Tweet(String text, long likes, String lang, List<String> tags) {}

  record Odd(Map<String, List<String>> map, int[] array, List<List<String>> lists, List<?> any) {}

  record Node(int value, List<Node> children) {}

  record Generic<T>(T value) {}

  record Keeper(UnknownFields one, UnknownFields two, int a) {}

  record Kept(int a, UnknownFields rest) {}

  private static PackedRecordBuilder<Tweet> tweet() {
    return PackedRecord.of(Tweet.class);
  }

  private static void assertRefused(ThrowingCallable declaration, String... words) {
    assertThatThrownBy(declaration)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 19_000, 19_500, 19_999, 536_870_912})
  void numbersThatProtobufHasNot(int number) {
    assertRefused(() -> tweet().field(number, Tweet::text), "" + number, "536870911");
    assertRefused(() -> tweet().reserved(number), "" + number, "536870911");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 2047, 2048, 18_999, 20_000, 536_870_911})
  void numbersThatProtobufHas(int number) {
    record One(int value) {}
    PackedRecord<One> type = PackedRecord.of(One.class).field(number, One::value).build();
    byte[] bytes = type.encode(new One(7));
    assertThat(type.decode(bytes, 0, bytes.length)).isEqualTo(new One(7));
  }

  @Test
  void aNumberTwice() {
    assertRefused(() -> tweet().field(1, Tweet::text).field(1, Tweet::lang), "number 1", "text");
    assertRefused(() -> tweet().field(1, Tweet::text).reserved(2, 1), "number 1", "text");
    assertRefused(() -> tweet().reserved(3).field(3, Tweet::text), "number 3", "reserved");
    assertRefused(() -> tweet().reserved(3).reserved(3), "number 3", "reserved");
  }

  @Test
  void aComponentTwice() {
    assertRefused(
        () -> tweet().field(1, Tweet::text).field(2, Tweet::text), "Tweet.text", "1", "2");
  }

  @Test
  void typesWithoutForm() {
    PackedRecordBuilder<Odd> odd = PackedRecord.of(Odd.class);
    assertRefused(() -> odd.field(1, Odd::map), "Odd.map", "java.util.List<java.lang.String>");
    assertRefused(() -> odd.field(1, Odd::array), "Odd.array", "int[]");
    assertRefused(() -> odd.field(1, Odd::lists), "Odd.lists", "java.util.List<java.lang.String>");
    assertRefused(() -> odd.field(1, Odd::any), "Odd.any", "?");
    assertRefused(() -> PackedRecord.inOrder(Generic.class), "Generic.value", "type T");
    assertRefused(() -> PackedRecord.of(String.class), "java.lang.String");
    assertRefused(
        () -> PackedTypes.list(PackedTypes.list(PackedTypes.sint32())), "repeated sint32");
  }

  @Test
  void recordsInThemselves() {
    assertRefused(() -> PackedRecord.inOrder(Node.class), "Node.children", "contains itself");
    assertRefused(
        () -> PackedRecord.of(Node.class).field(2, Node::children), "Node", "contains itself");
  }

  @Test
  void recordsOfWhichAPartHasNoNumber() {
    PackedRecord<Tweet> part = tweet().field(1, Tweet::text).field(2, Tweet::tags).build();
    assertRefused(part::requireWhole, "Tweet.likes", "Tweet.lang");
    assertRefused(() -> PackedTypes.message(part), "Tweet.likes", "Tweet.lang");
    assertRefused(() -> part.decode(new byte[0], 0, 0), "Tweet.likes", "Tweet.lang");
    assertRefused(() -> tweet().build(), "Tweet", "no field");
  }

  @Test
  void twoPlacesForUnknownFieldsOrOneWithANumber() {
    assertRefused(() -> PackedRecord.of(Keeper.class), "Keeper.one", "Keeper.two");
    assertRefused(() -> PackedRecord.of(Kept.class).field(2, Kept::rest), "Kept.rest");
  }

  @Test
  void defaultsThatCannotBe() {
    assertRefused(
        () -> tweet().fieldWithDefault(1, Tweet::tags).of(List.of("a")), "Tweet.tags", "list");
    assertRefused(
        () -> tweet().fieldWithDefault(1, Tweet::text).of("\uD800"), "Tweet.text", "surrogate");
    Field<Tweet, ?> likes = (Field<Tweet, Long>) Tweet::likes;
    @SuppressWarnings("unchecked") // what a program without generics may give
    Field<Tweet, Object> any = (Field<Tweet, Object>) likes;
    assertRefused(() -> tweet().fieldWithDefault(1, any).of(5), "5", "Tweet.likes", "Long");
    assertThatThrownBy(() -> tweet().fieldWithDefault(1, Tweet::text).of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("Tweet.text");
  }

  @Test
  void valuesWithoutForm() {
    PackedRecord<Tweet> type =
        tweet()
            .field(1, Tweet::text)
            .fieldWithDefault(3, Tweet::lang)
            .of("en")
            .field(4, Tweet::tags)
            .build();
    assertRefused(() -> type.encode(new Tweet("\uDC00", 0, "en", List.of())), "Tweet.text");
    assertRefused(() -> type.encode(new Tweet("", 0, null, List.of())), "Tweet.lang", "en");
    assertRefused(() -> type.encode(new Tweet("", 0, "en", null)), "Tweet.tags", "[]");
    List<String> withNull = new ArrayList<>();
    withNull.add(null);
    assertRefused(() -> type.encode(new Tweet("", 0, "en", withNull)), "Tweet.tags", "null");
    assertRefused(
        () -> PackedRecord.inOrder(Kept.class).encode(new Kept(1, null)), "Kept.rest", "none()");
  }

  @Test
  void theDefinitionForOtherLanguages() {
    PackedRecord<Tweet> type =
        tweet()
            .field(4, Tweet::tags)
            .fieldAs(2, Tweet::likes, PackedTypes.sint64())
            .reserved(7, 5)
            .build();
    assertThat(type.describe())
        .isEqualTo(
            "message Tweet { optional sint64 likes = 2; repeated string tags = 4; reserved 5, 7; }");
    assertThat(type).hasToString(type.describe());
  }
}
