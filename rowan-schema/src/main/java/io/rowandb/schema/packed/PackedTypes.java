package io.rowandb.schema.packed;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * The forms of fields: those that a declaration can name, under their Protobuf names, and the
 * defaults for Java's types.
 */
public final class PackedTypes {
  private static final Map<Class<?>, SingleType<?>> DEFAULTS =
      Map.ofEntries(
          Map.entry(boolean.class, ScalarTypes.BOOL),
          Map.entry(Boolean.class, ScalarTypes.BOOL),
          Map.entry(byte.class, ScalarTypes.INT8),
          Map.entry(Byte.class, ScalarTypes.INT8),
          Map.entry(short.class, ScalarTypes.INT16),
          Map.entry(Short.class, ScalarTypes.INT16),
          Map.entry(char.class, ScalarTypes.CHAR),
          Map.entry(Character.class, ScalarTypes.CHAR),
          Map.entry(int.class, ScalarTypes.INT32),
          Map.entry(Integer.class, ScalarTypes.INT32),
          Map.entry(long.class, ScalarTypes.INT64),
          Map.entry(Long.class, ScalarTypes.INT64),
          Map.entry(float.class, ScalarTypes.FLOAT),
          Map.entry(Float.class, ScalarTypes.FLOAT),
          Map.entry(double.class, ScalarTypes.DOUBLE),
          Map.entry(Double.class, ScalarTypes.DOUBLE),
          Map.entry(String.class, ScalarTypes.STRING),
          Map.entry(BigDecimal.class, ScalarTypes.DECIMAL),
          Map.entry(Instant.class, TimeForms.INSTANT),
          Map.entry(OffsetDateTime.class, TimeForms.OFFSET_DATE_TIME),
          Map.entry(ZonedDateTime.class, TimeForms.ZONED_DATE_TIME),
          Map.entry(LocalDate.class, TimeForms.DATE),
          Map.entry(LocalTime.class, TimeForms.LOCAL_TIME),
          Map.entry(LocalDateTime.class, TimeForms.LOCAL_DATE_TIME),
          Map.entry(Duration.class, TimeForms.DURATION),
          Map.entry(Year.class, TimeForms.YEAR),
          Map.entry(YearMonth.class, TimeForms.YEAR_MONTH),
          Map.entry(UUID.class, ScalarTypes.UUIDS),
          Map.entry(byte[].class, ScalarTypes.BYTES));

  private PackedTypes() {}

  /** A varint of 1 to 5 bytes, short for negative numbers too; the default takes 10 for those. */
  public static PackedType<Integer> sint32() {
    return ScalarTypes.SINT32;
  }

  /** A varint of 1 to 10 bytes, short for negative numbers too. */
  public static PackedType<Long> sint64() {
    return ScalarTypes.SINT64;
  }

  /** 4 bytes, the lowest first: for numbers that are mostly large, such as hashes. */
  public static PackedType<Integer> sfixed32() {
    return ScalarTypes.SFIXED32;
  }

  /** 8 bytes, the lowest first: for numbers that are mostly large. */
  public static PackedType<Long> sfixed64() {
    return ScalarTypes.SFIXED64;
  }

  /**
   * A record in the record, with the field numbers that were declared for it.
   *
   * @throws IllegalArgumentException when a component has no number
   */
  public static <R> PackedType<R> message(PackedRecord<R> message) {
    return new MessageType<>(message.requireWhole());
  }

  /**
   * A list, which comes back unmodifiable. It has no form for null, neither as a list nor in it.
   *
   * @throws IllegalArgumentException when the elements are lists, sets or maps
   */
  public static <T> PackedType<List<T>> list(PackedType<T> element) {
    return new ListType<>(requireSingle(element, "an element of a list"));
  }

  /**
   * A set, which comes back unmodifiable. It is a list to Protobuf, in the order of its elements'
   * bytes, so that equal sets have equal bytes. It has no form for null, neither as a set nor in
   * it; bytes with an element twice are refused.
   *
   * @throws IllegalArgumentException when the elements are lists, sets, maps or {@code byte[]}
   */
  public static <T> PackedType<Set<T>> set(PackedType<T> element) {
    return new SetType<>(requireSingle(element, "an element of a set"));
  }

  /**
   * A map, which comes back unmodifiable: {@code map<K, V>} in Protobuf's language, in the order of
   * its keys' bytes, so that equal maps have equal bytes. It has no form for null, neither as a map
   * nor in it; bytes with a key twice are refused.
   *
   * @throws IllegalArgumentException when the keys are not of whole numbers, {@code boolean} or
   *     text, or the values are lists, sets or maps
   */
  public static <K, V> PackedType<Map<K, V>> map(PackedType<K> key, PackedType<V> value) {
    return new MapType<>(
        requireSingle(key, "a key of a map"), requireSingle(value, "a value of a map"));
  }

  private static <T> SingleType<T> requireSingle(PackedType<T> type, String what) {
    if (type instanceof SingleType<T> single) {
      return single;
    }
    throw new IllegalArgumentException(what + " is one value in Protobuf, and not " + type);
  }

  /**
   * A sealed interface whose classes are records: a message with one field, whose number tells the
   * record, which is {@code oneof} in Protobuf's language. Bytes with a number that is not declared
   * are refused, since no record could be made of them. A record may be added under a new number.
   *
   * @param records all records that the interface permits, under their numbers
   * @throws IllegalArgumentException when it is not a sealed interface of records, a record is
   *     missing or has two numbers, or a number is none
   */
  public static <T> PackedType<T> oneOf(
      Class<T> type, Map<Integer, PackedRecord<? extends T>> records) {
    List<UnionType.Member<T>> members = new ArrayList<>();
    records.forEach(
        (number, record) -> {
          PackedRecordBuilder.requireNumber(number);
          members.add(member(number, record));
        });
    return new UnionType<>(type, members);
  }

  @SuppressWarnings("unchecked") // The union gives each member only records of its own class.
  private static <T> UnionType.Member<T> member(int number, PackedRecord<? extends T> record) {
    MessageType<? extends T> form = new MessageType<>(record.requireWhole());
    return new UnionType.Member<>(number, record.shape().type(), (SingleType<T>) form);
  }

  private static <T> SingleType<T> inOrder(Class<T> type, Set<Class<?>> enclosing) {
    List<UnionType.Member<T>> members = new ArrayList<>();
    for (Class<?> record : UnionType.records(type)) {
      members.add(member(members.size() + 1, message(record.asSubclass(type), enclosing)));
    }
    return new UnionType<>(type, members);
  }

  /**
   * A class of the program, written as a value of another class: {@code mapped(sint64(),
   * Money::ofCents, Money::cents)}.
   *
   * @param written the form of the written value, which the definition of the message names
   * @param toValue the inverse of {@code toWritten}; whatever it throws, and null, refuses the
   *     bytes
   * @param toWritten whatever it throws, and null, refuses the value
   * @throws IllegalArgumentException when the written value has no form of one value
   */
  public static <T, U> PackedType<U> mapped(
      PackedType<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten) {
    return new MappedForm<>(
        requireSingle(written, "what a class is written as"), toValue, toWritten);
  }

  /**
   * The same, written in the default form of a class.
   *
   * @throws IllegalArgumentException naming the class, when it has none
   */
  @SuppressWarnings("unchecked") // The default form of a class is of its values.
  public static <T, U> PackedType<U> mapped(
      Class<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten) {
    return mapped((PackedType<T>) forType(written), toValue, toWritten);
  }

  /**
   * The default form of a Java type:
   *
   * <ul>
   *   <li>Whole numbers are {@code int32} or {@code int64}; {@code char} is {@code uint32}; {@link
   *       BigDecimal} is text; {@link UUID} is 16 bytes; an enum's constant is its name.
   *   <li>{@link Instant} is {@code google.protobuf.Timestamp}. So are {@link OffsetDateTime} and
   *       {@link ZonedDateTime}, which are read in UTC; the zone is not kept, so a value in another
   *       zone than {@link java.time.ZoneOffset#UTC} is refused.
   *   <li>{@link Duration} is {@code google.protobuf.Duration}.
   *   <li>{@link LocalTime} and {@link LocalDateTime} are their texts in ISO 8601.
   *   <li>{@link LocalDate} is the days since 1970, {@link YearMonth} the months since the
   *       beginning of year 0, {@link Year} its number, each as {@code sint64}.
   *   <li>A record is a message as {@link PackedRecord#inOrder} numbers it. A sealed interface of
   *       records is a message as {@link #oneOf} makes it, with the records numbered from 1 in the
   *       order in which the interface permits them: new ones can only be added at the end.
   *   <li>A {@link List} or {@link Set} of any of these is repeated; a {@link Map} is {@code map}.
   * </ul>
   *
   * @throws IllegalArgumentException naming the type, when it has none
   */
  public static PackedType<?> forType(Type type) {
    return forType(type, Set.of());
  }

  /**
   * Whether values of a type are told by a message alone: of a sealed interface, a list, a set or a
   * map.
   */
  public static boolean isOfMessagesAlone(Type type) {
    if (type instanceof ParameterizedType generic) {
      return Set.<Type>of(List.class, Set.class, Map.class).contains(generic.getRawType());
    }
    return type instanceof Class<?> named && named.isInterface() && named.isSealed();
  }

  /** The same within records that are being declared, of which no other may be found inside. */
  static PackedType<?> forType(Type type, Set<Class<?>> enclosing) {
    if (!(type instanceof ParameterizedType generic)) {
      return single(type, enclosing);
    }
    Type[] arguments = generic.getActualTypeArguments();
    if (generic.getRawType() == List.class) {
      return new ListType<>(single(arguments[0], enclosing));
    }
    if (generic.getRawType() == Set.class) {
      return new SetType<>(single(arguments[0], enclosing));
    }
    if (generic.getRawType() == Map.class) {
      return new MapType<>(single(arguments[0], enclosing), single(arguments[1], enclosing));
    }
    throw withoutForm(type);
  }

  private static IllegalArgumentException withoutForm(Type type) {
    return new IllegalArgumentException(
        "type " + type.getTypeName() + " has no form in Protobuf of its own");
  }

  private static SingleType<?> single(Type type, Set<Class<?>> enclosing) {
    if (type instanceof Class<?> named) {
      if (DEFAULTS.containsKey(named)) {
        return DEFAULTS.get(named);
      }
      if (named.isEnum()) {
        return enumName(named);
      }
      if (named.isRecord()) {
        return new MessageType<>(message(named, enclosing));
      }
      if (named.isInterface() && named.isSealed()) {
        return inOrder(named, enclosing);
      }
    }
    throw withoutForm(type);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // The caller has seen that it is an enum.
  private static SingleType<?> enumName(Class<?> type) {
    return ScalarTypes.enumName((Class) type);
  }

  private static <R> PackedRecord<R> message(Class<R> type, Set<Class<?>> enclosing) {
    // Reading nests as deep as the declaration, which for a record in itself has no bound.
    if (enclosing.contains(type)) {
      throw new IllegalArgumentException("record " + type.getName() + " contains itself");
    }
    Set<Class<?>> within = new LinkedHashSet<>(enclosing);
    within.add(type);
    return PackedRecord.inOrder(type, within);
  }
}
