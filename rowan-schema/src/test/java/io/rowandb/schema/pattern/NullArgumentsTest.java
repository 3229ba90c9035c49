package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * No public method answers a null with the bare NullPointerException of the line that met it: it
 * takes the null, or an IllegalArgumentException says what is missing.
 */
@OnBackEnd
class NullArgumentsTest {
  record Note(int number, String text) {}

  record User(String name, String city, long visits, List<Note> notes) {}

  record Named(String name) {}

  private static final User ADA = new User("ada", "x", 0, List.of(new Note(1, "n")));

  private Connection connection;
  private TableDesign<User> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design = design(BackEnd.newTableName("users"));
  }

  private static TableDesign<User> design(String name) {
    return TableDesign.of(name, User.class)
        .key(key -> key.part(User::name))
        .family("u")
        .family("n")
        .column(User::city, "u:c")
        .counter(User::visits, "u:v")
        .details(
            User::notes,
            DetailLayout.wide("n"),
            DetailDesign.of(Note.class)
                .key(key -> key.part(Note::number))
                .cell(Note::text, "t")
                .build())
        .index("byCity", index -> index.on(key -> key.part(User::city)))
        .build();
  }

  /** What is given for the arguments that are not null, by their declared types. */
  private Map<Class<?>, Object> arguments(RecordTable<User> table, Object ofObjects) {
    Field<User, String> city = User::city;
    Map<Class<?>, Object> all = new HashMap<>();
    all.put(Object.class, ofObjects);
    all.put(Object[].class, new Object[] {"ada"});
    all.put(Comparable.class, "a");
    all.put(String.class, "byCity");
    all.put(Class.class, Note.class);
    all.put(Field.class, city);
    all.put(Component.class, design.shape().component("city"));
    all.put(Condition.class, new Condition.Equal("x"));
    all.put(Instant.class, Instant.EPOCH);
    all.put(RecordQuery.class, table.where(city).is("x"));
    all.put(MalformedRows.class, new MalformedRows());
    all.put(Collector.class, Collectors.counting());
    all.put(Predicate.class, (Predicate<User>) user -> true);
    all.put(BinaryOperator.class, (BinaryOperator<User>) (there, one) -> one);
    all.put(UnaryOperator.class, UnaryOperator.<User>identity());
    all.put(List.class, List.of());
    all.put(Collection.class, List.of());
    all.put(Iterable.class, List.of());
    all.put(Stream.class, Stream.of());
    all.put(Followers.class, Followers.none());
    all.put(Clock.class, Clock.systemUTC());
    all.put(Callable.class, (Callable<CompletableFuture<Void>>) () -> Steps.DONE);
    all.put(CountRange.class, CountRange.atMost(1));
    all.put(Deletion.class, (Deletion<User>) (user, row) -> {});
    all.put(Function.class, (Function<byte[], CompletableFuture<Void>>) row -> Steps.DONE);
    all.put(int.class, 1);
    all.put(long.class, 1L);
    all.put(double.class, 1.0);
    return all;
  }

  private static List<Method> methods(Object target) {
    return Stream.of(target.getClass(), target.getClass().getSuperclass())
        .filter(each -> each != Object.class)
        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
        .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
        .filter(each -> !Modifier.isStatic(each.getModifiers()))
        .filter(each -> !List.of("equals", "close").contains(each.getName()))
        .sorted(Comparator.comparing(Method::toGenericString))
        .toList();
  }

  /** What a method throws, at once or in its future; null when nothing. */
  private static Throwable failure(Object target, Method method, Object[] arguments)
      throws IllegalAccessException {
    try {
      Object given = method.invoke(target, arguments);
      if (given instanceof CompletableFuture<?> future) {
        future.join();
      }
      return null;
    } catch (InvocationTargetException | CompletionException e) {
      return e.getCause();
    }
  }

  /** Calls all methods, each once for each of its arguments that can be null. */
  private List<String> bareRefusals(Object target, Map<Class<?>, Object> given)
      throws IllegalAccessException {
    List<String> bare = new ArrayList<>();
    for (Method method : methods(target)) {
      Class<?>[] types = method.getParameterTypes();
      for (int missing = 0; missing < types.length; missing++) {
        if (types[missing].isPrimitive()) {
          continue;
        }
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
          assertThat(given).as(method.toGenericString()).containsKey(types[i]);
          arguments[i] = i == missing ? null : given.get(types[i]);
        }
        Throwable failure = failure(target, method, arguments);
        if (failure != null && !isNamed(failure)) {
          bare.add(method.getName() + Arrays.toString(arguments) + ": " + failure);
        }
      }
    }
    return bare;
  }

  private static boolean isNamed(Throwable failure) {
    return (failure instanceof IllegalArgumentException || failure instanceof IllegalStateException)
        && failure.getMessage() != null
        && failure.getMessage().contains(" ");
  }

  @Test
  void isRefusedInWordsByEveryMethod() throws Exception {
    try (RecordTable<User> table = RecordTable.create(connection, design);
        AsyncConnection open =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      table.put(ADA);
      AsyncRecordTable<User> async = AsyncRecordTable.open(open, design);
      Map<Class<?>, Object> ofUsers = arguments(table, ADA);
      Map<Class<?>, Object> ofNotes = arguments(table, new Note(2, "m"));
      ofNotes.put(Object[].class, new Object[] {1});
      Map<Class<?>, Object> ofBuffer = arguments(table, new Note(3, "b"));
      List<String> bare = new ArrayList<>(bareRefusals(table, ofUsers));
      bare.addAll(bareRefusals(async, ofUsers));
      bare.addAll(bareRefusals(table.all(), ofUsers));
      bare.addAll(bareRefusals(table.details(User::notes, Note.class, "ada"), ofNotes));
      bare.addAll(bareRefusals(async.details(User::notes, Note.class, "ada"), ofNotes));
      bare.addAll(bareRefusals(table.detailBuffer(User::notes, Note.class), ofBuffer));
      bare.addAll(bareRefusals(table.all().groupBy(User::city), ofUsers));
      bare.addAll(bareRefusals(async.groupBy(table.all(), User::city), ofUsers));
      bare.addAll(bareRefusals(table.all().select(Named.class), ofUsers));
      bare.addAll(bareRefusals(async.select(table.all(), Named.class), ofUsers));
      assertThat(bare).isEmpty();
    }
  }
}
