package io.rowandb.schema.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Which fields an ordinary class has, and how its objects are made; what is refused. */
class ShapesOfClassesTest {
  static class Entity {
    private long id;

    public long getId() {
      return id;
    }

    public void setId(long newId) {
      id = newId;
    }
  }

  static final class Bean extends Entity {
    private String name = "unnamed";
    private boolean active;
    private OptionalInt age = OptionalInt.empty();
    private String url;

    private String getName() {
      return name;
    }

    private void setName(String newName) {
      name = newName;
    }

    boolean isActive() {
      return active;
    }

    Bean setActive(boolean newActive) {
      active = newActive;
      return this;
    }

    OptionalInt getAge() {
      return age;
    }

    void setAge(OptionalInt newAge) {
      age = newAge;
    }

    void setAge(int newAge) {
      age = OptionalInt.of(newAge);
    }

    String getURL() {
      return url;
    }

    void setURL(String newUrl) {
      url = newUrl;
    }

    String getLabel() {
      return name + "#" + getId();
    }

    String name() {
      return name;
    }

    static String getKind() {
      return "bean";
    }
  }

  @Test
  void aBeanHasWhatHasAGetterAndASetter() {
    RecordShape<Bean> shape = RecordShape.of(Bean.class);
    assertThat(shape.components())
        .extracting(Component::name)
        .containsExactly("URL", "active", "age", "id", "name");
    assertThat(shape.component(Bean::getName).name()).isEqualTo("name");
    assertThat(shape.component(Bean::isActive).primitive()).isTrue();
    assertThat(shape.component(Bean::getId).type()).isEqualTo(Long.class);
    assertThat(shape.component(Bean::getAge).optional()).isTrue();
    assertThat(shape.isRecord()).isFalse();
    Bean made = shape.create(new Object[] {"u", true, 7, 5L, null});
    assertThat(shape.values(made)).containsExactly("u", true, 7, 5L, null);
    assertThat(shape.values(shape.create(new Object[] {null, false, null, 0L, "x"})))
        .containsExactly(null, false, null, 0L, "x");
  }

  @Test
  void aReferenceIsToAnAccessorOfTheClass() {
    RecordShape<Bean> shape = RecordShape.of(Bean.class);
    assertRefused(() -> shape.component(Bean::getLabel), "[Bean::getAge", "Bean::getLabel");
    assertRefused(() -> shape.component(Bean::name), "Bean::name");
    assertRefused(() -> shape.component(bean -> bean.getName()), "lambda");
    assertRefused(
        () -> shape.component(ShapesOfClassesTest::getName), "ShapesOfClassesTest::getName");
    assertRefused(() -> shape.component((Field<Bean, String>) null), "a field of Bean is null");
  }

  /** Named as an accessor of the class, and none. */
  private static String getName(Bean bean) {
    return bean.getName();
  }

  static final class Point {
    private final String first;
    private final int second;
    private final Optional<String> third;

    private Point(String first, int second, Optional<String> third) {
      if (second < 0) {
        throw new IllegalStateException("second is " + second);
      }
      this.first = first;
      this.second = second;
      this.third = third;
    }

    static Point of(String first, int second, Optional<String> third) {
      return new Point(first, second, third);
    }

    String first() {
      return first;
    }

    int getSecond() {
      return second;
    }

    Optional<String> third() {
      return third;
    }

    String first(String prefix) {
      return prefix + first;
    }
  }

  @Test
  void aConstructorIsFoundByTheTypesOfTheFields() {
    RecordShape<Point> shape =
        ClassShape.of(Point.class, Point::first, Point::getSecond, Point::third).constructor();
    assertThat(shape.components())
        .extracting(Component::name)
        .containsExactly("first", "second", "third");
    Point point = shape.create(new Object[] {"a", 1, null});
    assertThat(shape.values(point)).containsExactly("a", 1, null);
    assertThat(shape.values(shape.with(point, shape.component(Point::third), "c")))
        .containsExactly("a", 1, "c");
    assertThatThrownBy(() -> shape.create(new Object[] {"a", -1, null}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("second is -1");
    assertRefused(
        () -> shape.create(new Object[] {"a", null, null}), "Point.second", "primitive type");
    assertRefused(
        () -> shape.with(point, shape.component("second"), 5L), "Point.second", "5 a Long");
    assertRefused(
        () -> ClassShape.of(Point.class, Point::getSecond, Point::first).constructor(),
        "Point has no constructor of (int, String) but [(String, int, Optional)]");
  }

  @Test
  void aFunctionMakesObjectsOfTypedValues() {
    RecordShape<Point> shape =
        ClassShape.of(Point.class, Point::first, Point::getSecond, Point::third)
            .madeBy(
                values ->
                    values.get(Point::getSecond) == 9
                        ? null
                        : Point.of(
                            values.get(Point::first),
                            values.get(Point::getSecond),
                            values.get(Point::third)));
    assertThat(shape.values(shape.create(new Object[] {"a", 1, "c"}))).containsExactly("a", 1, "c");
    assertRefused(() -> shape.create(new Object[] {"a", 9, "c"}), "a Point is null");
    RecordShape<Point> asksForAnother =
        ClassShape.of(Point.class, Point::first)
            .madeBy(values -> Point.of(values.get(Point::first), 1, values.get(Point::third)));
    assertRefused(() -> asksForAnother.create(new Object[] {"a"}), "[Point::first]", "third");
  }

  interface Named {
    String name();
  }

  static final class Fluent implements Named {
    private String name;
    private List<String> tags;

    @Override
    public String name() {
      return name;
    }

    Fluent name(String newName) {
      name = newName;
      return this;
    }

    List<String> getTags() {
      return tags;
    }

    void setTags(List<String> newTags) {
      tags = newTags;
    }
  }

  @Test
  void settersMayBeNamedAsTheFields() {
    RecordShape<Fluent> shape =
        ClassShape.of(Fluent.class, Fluent::name, Fluent::getTags).setters();
    assertThat(shape.values(shape.create(new Object[] {"n", List.of("t")})))
        .containsExactly("n", List.of("t"));
    assertThat(shape.component(Named::name).name()).isEqualTo("name");
    assertRefused(
        () -> ClassShape.of(Point.class, Point::third).setters(), "Point has neither", "setThird");
  }

  @Test
  void anInterfaceMayHaveAFactory() {
    record Simple(String name) implements Named {}
    RecordShape<Named> shape =
        ClassShape.of(Named.class, Named::name)
            .madeBy(values -> new Simple(values.get(Named::name)));
    assertThat(shape.create(new Object[] {"n"})).isEqualTo(new Simple("n"));
    assertRefused(() -> ClassShape.of(Named.class, Named::name).constructor(), "is abstract");
  }

  @Test
  void aCopyFindsWhatIsMadeOtherwise() {
    record Pair(String left, String right) {}
    RecordShape<Bean> shape = RecordShape.of(Bean.class);
    Bean bean = new Bean().setActive(true);
    Bean copy = shape.copy(bean);
    bean.setName("changed");
    assertThat(shape.values(copy)).containsExactly(null, true, null, 0L, "unnamed");
    Pair pair = new Pair("l", "r");
    assertThat(RecordShape.of(Pair.class).copy(pair)).isSameAs(pair);
    RecordShape<Pair> swapped = ClassShape.of(Pair.class, Pair::right, Pair::left).constructor();
    assertThat(swapped.copy(pair)).isSameAs(pair);
    RecordShape<Fluent> forgets =
        ClassShape.of(Fluent.class, Fluent::name, Fluent::getTags).madeBy(values -> new Fluent());
    assertRefused(() -> forgets.copy(new Fluent().name("n")), "Fluent.name is n", "values null");
  }

  static class TwoGetters {
    boolean isOpen() {
      return true;
    }

    Boolean getOpen() {
      return true;
    }

    void setOpen(boolean open) {}
  }

  static class OnlySetter {
    void setSecret(String secret) {}
  }

  static class OtherType {
    Integer getAge() {
      return 1;
    }

    void setAge(int age) {}

    void setAge(String age) {}
  }

  static class NoConstructor {
    private final int size;

    NoConstructor(int size) {
      this.size = size;
    }

    int getSize() {
      return size;
    }

    void setSize(int size) {}
  }

  private final int sizeOfInner = 1;

  class Inner {
    int getSize() {
      return sizeOfInner;
    }

    void setSize(int size) {}
  }

  enum Colour {
    RED
  }

  @Test
  void classesWhoseFieldsAreNotKnown() {
    assertRefused(
        () -> RecordShape.of(TwoGetters.class),
        "several getters of open, [getOpen(), isOpen()]",
        "ClassShape.of(TwoGetters.class");
    assertRefused(
        () -> RecordShape.of(OnlySetter.class), "[setSecret(String)] and no getter of secret");
    assertRefused(
        () -> RecordShape.of(OtherType.class),
        "no setter of age that takes what getAge() gives, a Integer",
        "[setAge(String), setAge(int)]");
    assertRefused(
        () -> RecordShape.of(NoConstructor.class), "has no constructor of () but [(int)]");
    assertRefused(() -> RecordShape.of(Inner.class), "has no constructor of ()");
    assertRefused(() -> RecordShape.of(Colour.class), "no pairs of a getter and a setter");
    assertRefused(() -> RecordShape.of(Named.class), "no pairs of a getter and a setter");
    assertRefused(() -> RecordShape.of(int.class), "int is a primitive class");
    assertRefused(() -> RecordShape.of(Thread.class), "module");
  }

  @Test
  void fieldsThatCannotBeDeclared() {
    assertRefused(() -> ClassShape.of(Point.class), "declared without a field");
    assertRefused(
        () -> ClassShape.of(Bean.class, Bean::getName, Bean::name), "two fields named name");
    assertRefused(() -> ClassShape.of(Point.class, point -> point.first("x")), "lambda");
    assertRefused(
        () -> ClassShape.of((Class<Point>) null, Point::first), "the class of records is null");
    assertRefused(() -> ClassShape.of(Point.class, Point::first).madeBy(null), "is null");
  }

  static class Failing {
    String getName() {
      throw new UnsupportedOperationException("no name");
    }

    void setName(String name) throws java.io.IOException {
      throw new java.io.IOException("no room");
    }
  }

  @Test
  void whatAClassThrowsComesOut() {
    RecordShape<Failing> shape = RecordShape.of(Failing.class);
    assertThatThrownBy(() -> shape.values(new Failing()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("no name");
    assertThatThrownBy(() -> shape.create(new Object[] {"n"}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a Failing cannot be made")
        .hasRootCauseMessage("no room");
  }

  private static void assertRefused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }
}
