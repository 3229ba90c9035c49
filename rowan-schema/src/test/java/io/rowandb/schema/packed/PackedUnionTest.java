package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.value.MalformedValueException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Sealed interfaces of records: the number tells the record. */
class PackedUnionTest {
  sealed interface Shape permits Circle, Square, Nothing {}

  record Circle(int radius, String color) implements Shape {}

  record Square(double side) implements Shape {}

  record Nothing() implements Shape {}

  record Drawing(
      Shape shape, List<Shape> shapes, Map<String, Shape> named, Optional<Shape> frame) {}

  private static final PackedRecord<Drawing> DRAWING = PackedRecord.inOrder(Drawing.class);

  private static Drawing drawing(Shape shape) {
    return new Drawing(shape, List.of(), Map.of(), Optional.empty());
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static void assertForm(PackedRecord<Drawing> type, Drawing drawing, String hex) {
    byte[] expected = bytes(hex);
    assertThat(type.encode(drawing)).isEqualTo(expected);
    assertThat(type.decode(expected, 0, expected.length)).isEqualTo(drawing);
  }

  private static void assertUnreadable(String hex, String... words) {
    byte[] bytes = bytes(hex);
    assertThatThrownBy(() -> DRAWING.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContainingAll(words);
  }

  private static void assertRefused(ThrowingCallable declaration, String... words) {
    assertThatThrownBy(declaration)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void recordsAreNumberedInTheOrderOfThePermission() {
    assertForm(DRAWING, drawing(new Circle(150, null)), "0a 05 0a 03 08 96 01");
    assertForm(DRAWING, drawing(new Square(0)), "0a 0b 12 09 09 00 00 00 00 00 00 00 00");
    assertForm(DRAWING, drawing(new Nothing()), "0a 02 1a 00");
    assertForm(DRAWING, drawing(null), "");
    assertThat(DRAWING.describe())
        .isEqualTo(
            "message Drawing { optional Shape shape = 1; repeated Shape shapes = 2;"
                + " map<string, Shape> named = 3; optional Shape frame = 4; }");
  }

  @Test
  void inListsMapsAndOptionalFields() {
    assertForm(
        DRAWING,
        new Drawing(
            null,
            List.of(new Nothing(), new Circle(1, "")),
            Map.of("a", new Nothing()),
            Optional.of(new Nothing())),
        "12 02 1a 00" + "12 06 0a 04 08 01 12 00" + "1a 07 0a 01 61 12 02 1a 00" + "22 02 1a 00");
  }

  @Test
  void numbersThatAreDeclared() {
    PackedRecord<Drawing> declared =
        PackedRecord.of(Drawing.class)
            .fieldAs(
                1,
                Drawing::shape,
                PackedTypes.oneOf(
                    Shape.class,
                    Map.of(
                        3, PackedRecord.inOrder(Circle.class),
                        16, PackedRecord.inOrder(Square.class),
                        2, PackedRecord.inOrder(Nothing.class))))
            .field(2, Drawing::shapes)
            .field(3, Drawing::named)
            .field(4, Drawing::frame)
            .build();
    assertForm(declared, drawing(new Circle(1, null)), "0a 04 1a 02 08 01");
    assertForm(declared, drawing(new Square(0)), "0a 0c 82 01 09 09 00 00 00 00 00 00 00 00");
    assertForm(declared, drawing(new Nothing()), "0a 02 12 00");
  }

  @Test
  void ofSeveralTheLastCountsAndEqualOnesAreMerged() {
    byte[] other = bytes("0a 06 1a 00 0a 02 08 05");
    assertThat(DRAWING.decode(other, 0, other.length).shape()).isEqualTo(new Circle(5, null));
    byte[] merged = bytes("0a 04 0a 02 08 05 0a 05 0a 03 12 01 78");
    assertThat(DRAWING.decode(merged, 0, merged.length).shape()).isEqualTo(new Circle(5, "x"));
    byte[] between = bytes("0a 0a 0a 02 08 05 1a 00 0a 02 12 00");
    assertThat(DRAWING.decode(between, 0, between.length).shape()).isEqualTo(new Circle(0, ""));
  }

  @Test
  void numbersThatAreNotKnown() {
    assertUnreadable("0a 02 22 00", "Drawing.shape, field 1", "fields [1, 2, 3]", "has field 4");
    assertUnreadable("0a 04 1a 00 20 01", "Drawing.shape, field 1", "has field 4");
    assertUnreadable("12 02 2a 00", "Drawing.shapes, field 2", "has field 5");
  }

  @Test
  void damagedBytes() {
    assertUnreadable("0a 00", "Drawing.shape, field 1", "this has none");
    assertUnreadable("08 01", "Drawing.shape, field 1", "Shape is of wire type 2 and not 0");
    assertUnreadable("0a 02 08 01", "Drawing.shape", "Circle is of wire type 2 and not 0");
    assertUnreadable("1a 03 0a 01 61", "Drawing.named, field 3", "this has none");
    byte[] whole = DRAWING.encode(drawing(new Circle(1000, "red")));
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> DRAWING.decode(cut, 0, cut.length))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(MalformedValueException.class);
    }
  }

  @Test
  void valuesWithoutForm() {
    assertRefused(
        () -> DRAWING.encode(drawing(new Circle(1, "\uD800"))), "Drawing.shape", "Circle.color");
  }

  sealed interface Tree permits Leaf, Fork {}

  record Leaf(int value) implements Tree {}

  record Fork(Tree left, Tree right) implements Tree {}

  sealed interface Mixed permits Leaf2, Other {}

  record Leaf2(int value) implements Mixed {}

  enum Other implements Mixed {
    ONE
  }

  record Trees(Tree tree, Mixed mixed, Comparable<String> open, Runnable runnable) {}

  @Test
  void declarationsThatCannotHold() {
    PackedRecordBuilder<Trees> trees = PackedRecord.of(Trees.class);
    assertRefused(() -> trees.field(1, Trees::tree), "Trees.tree", "Fork contains itself");
    assertRefused(() -> trees.field(1, Trees::mixed), "Trees.mixed", "Other", "not a record");
    assertRefused(() -> trees.field(1, Trees::runnable), "Trees.runnable", "has no form");
    assertRefused(
        () -> PackedTypes.oneOf(Runnable.class, Map.of()), "Runnable is not a sealed interface");
    PackedRecord<Circle> circle = PackedRecord.inOrder(Circle.class);
    assertRefused(() -> PackedTypes.oneOf(Shape.class, Map.of(1, circle)), "Square", "Nothing");
    assertRefused(() -> PackedTypes.oneOf(Shape.class, Map.of(0, circle)), "field number 0");
    PackedRecord<Square> square = PackedRecord.inOrder(Square.class);
    PackedRecord<Nothing> nothing = PackedRecord.inOrder(Nothing.class);
    assertRefused(
        () -> PackedTypes.oneOf(Shape.class, Map.of(1, circle, 2, square, 3, nothing, 4, circle)),
        "each of which has one number");
  }
}
