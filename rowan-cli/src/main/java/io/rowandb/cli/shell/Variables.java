package io.rowandb.cli.shell;

import io.rowandb.cli.terminal.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The variables set by lines such as {@code t = create 't', 'f'} and {@code row = 'a'}: tables and
 * values. A new value replaces the old one. Used by one thread.
 */
final class Variables {
  /** Capitals begin HBase's constants. */
  private static final Pattern NAME = Pattern.compile("[\\p{Ll}_][\\p{L}\\p{Nd}_]*");

  /** A name before an equals sign that is no arrow; what is in quotes counts too. */
  private static final Pattern ASSIGNED = Pattern.compile("(" + NAME + ")\\s*=(?!>)");

  /** More than any command takes; a variable that takes itself twice doubles with each line. */
  private static final int MAX_VALUES = 100_000;

  private static final Set<String> RESERVED = Set.of("true", "false", "nil");

  private final Map<String, Object> values = new TreeMap<>();

  /** Their names, in ascending order. */
  Collection<String> names() {
    return new ArrayList<>(values.keySet());
  }

  /** What has a name, if anything does. */
  Optional<Object> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** The table that has a name, if one does. */
  Optional<TableReference> table(String name) {
    return value(name).filter(TableReference.class::isInstance).map(TableReference.class::cast);
  }

  /** What can be called, as in {@code t.scan}, of all tables that have a name. */
  List<String> calls() {
    return values.keySet().stream()
        .filter(name -> table(name).isPresent())
        .flatMap(name -> TableReference.METHODS.stream().map(method -> name + "." + method))
        .toList();
  }

  /**
   * Refuses what cannot be a variable.
   *
   * @param isCommand of a name, which is none then
   * @throws NotUnderstoodException saying why
   */
  static void requireName(String name, Predicate<String> isCommand) {
    if (RESERVED.contains(name)) {
      throw new NotUnderstoodException("\"" + name + "\" is a value, and can be no variable");
    }
    if (!NAME.matcher(name).matches()) {
      throw new NotUnderstoodException(
          "\""
              + name
              + "\" can be no variable: its name begins with a small letter, and has letters,"
              + " digits and _ alone");
    }
    if (isCommand.test(name)) {
      throw new NotUnderstoodException("\"" + name + "\" is a command, and can be no variable");
    }
  }

  /**
   * Gives a variable a value.
   *
   * @throws NotUnderstoodException when its lists and pairs are too deep in one another, or too
   *     many
   */
  void set(String name, Object value) {
    countedWith(name, value, /* before= */ 0, /* depth= */ 0);
    values.put(name, value);
  }

  /** How many values there are with those of a value, which is in so many lists and pairs. */
  private static int countedWith(String name, Object value, int before, int depth) {
    Collection<?> inner =
        value instanceof List<?> list ? list : value instanceof Map<?, ?> map ? map.values() : null;
    if (inner == null) {
      return before;
    }
    if (depth == StatementParser.MAX_DEPTH) {
      throw tooMuch(
          name, "lists and pairs may be " + StatementParser.MAX_DEPTH + " deep in one another");
    }
    int count = before;
    for (Object each : inner) {
      count = countedWith(name, each, count + 1, depth + 1);
      if (count > MAX_VALUES) {
        throw tooMuch(name, "its lists and pairs may have " + MAX_VALUES + " values in all");
      }
    }
    return count;
  }

  private static NotUnderstoodException tooMuch(String name, String rule) {
    return new NotUnderstoodException(name + " cannot have this value: " + rule);
  }

  void remove(String name) {
    values.remove(name);
  }

  /** Removes all that a line gives a value which cannot be read, or was given up. */
  void removeAssignedIn(String line) {
    ASSIGNED.matcher(line).results().forEach(match -> values.remove(match.group(1)));
  }

  /**
   * A command on the table before the point, as the command whose first argument that is.
   *
   * @throws NotUnderstoodException when there is no such table or command
   */
  Statement.Call withTable(Statement.Call call) {
    String name = call.receiver();
    Object value =
        value(name)
            .orElseThrow(
                () ->
                    new NotUnderstoodException(
                        "there is no variable "
                            + name
                            + "; t = get_table 'name' makes one that is a table"));
    if (!(value instanceof TableReference table)) {
      throw new NotUnderstoodException(
          name + " is " + Options.shown(value) + ", and no table, so that it has no commands");
    }
    if (call.command().equals("help")) {
      return new Statement.Call("", call.command(), call.arguments());
    }
    if (!TableReference.METHODS.contains(call.command())) {
      throw new NotUnderstoodException(
          "\""
              + call.command()
              + "\" is no command on a table; "
              + NearestName.of(call.command(), TableReference.METHODS)
                  .map(near -> "did you mean " + name + "." + near + "?")
                  .orElse("Tab after " + name + ". offers all of them"));
    }
    return call.withFirst(table.name());
  }

  /** Arguments, with what variables have in their place. */
  List<Object> resolve(List<?> arguments) {
    List<Object> resolved = new ArrayList<>();
    arguments.forEach(each -> resolved.add(resolve(each)));
    return resolved;
  }

  /**
   * A value, with what variables have in their place. What stands before {@code =>} is no variable:
   * it names an option, or a field.
   */
  Object resolve(Object value) {
    if (value instanceof Name name) {
      Object found = values.getOrDefault(name.text(), name);
      return found instanceof TableReference table ? table.name() : found;
    }
    if (value instanceof List<?> list) {
      return resolve(list);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> resolved = new LinkedHashMap<>();
      map.forEach((key, each) -> resolved.put(key, resolve(each)));
      return resolved;
    }
    return value;
  }
}
