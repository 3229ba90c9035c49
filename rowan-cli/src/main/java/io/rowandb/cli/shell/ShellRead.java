package io.rowandb.cli.shell;

import io.rowandb.cli.design.FieldText;
import io.rowandb.cli.design.RowForms;
import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/**
 * A read of records by conditions on their fields: {@code scan} and {@code explain} with WHERE. A
 * condition is a value, a list of values, or {@code {FROM => a, BEFORE => b}}, {@code {PREFIX =>
 * a}} or {@code {DOMAIN => a}}.
 */
final class ShellRead<R> {
  private final TableDesign<R> design;
  private final Map<Component, Condition> conditions = new LinkedHashMap<>();
  private final Optional<Integer> limit;
  private final Optional<String> order;
  private final Optional<String> index;
  private final boolean fullScan;

  private ShellRead(TableDesign<R> design, Map<String, Object> where, Options options) {
    this.design = design;
    where.forEach(this::add);
    limit = options.positive("LIMIT");
    order = options.word("ORDER").map(word -> word.toUpperCase(Locale.ROOT));
    index = options.word("INDEX");
    fullScan = options.flag("FULL_SCAN", false);
    options.end();
    if (order.isPresent() && !List.of("LEAST", "GREATEST").contains(order.get())) {
      throw new IllegalArgumentException(
          "ORDER is LEAST or GREATEST, by the field that the rows are sorted by, and not "
              + order.get());
    }
  }

  /**
   * Of a table's design that has these fields.
   *
   * @throws IllegalArgumentException when there is none, or a value is not its field's
   */
  static ShellRead<?> of(
      Session session, TableName table, Map<String, Object> where, Options options)
      throws IOException {
    RowForms fitting = session.forms(table);
    RowForms forms =
        fitting.records().isEmpty() ? session.designs().forms(table) : fitting; // which is refused
    if (forms.records().isEmpty()) {
      throw new IllegalArgumentException(
          "WHERE needs a design of table "
              + table
              + fitting.misfits().stream().findFirst().map(reason -> " (" + reason + ")").orElse("")
              + ": start the shell with --design FILE");
    }
    for (TableDesign<?> design : forms.records()) {
      List<String> fields = design.shape().components().stream().map(Component::name).toList();
      if (fields.containsAll(where.keySet())) {
        return new ShellRead<>(design, where, options);
      }
    }
    TableDesign<?> first = forms.records().get(0);
    where.keySet().forEach(first.shape()::component); // refuses the one that it has not
    throw new IllegalArgumentException(
        "no design of table " + table + " has all of the fields " + where.keySet());
  }

  private void add(String name, Object asked) {
    Component field = design.shape().component(name);
    if (asked instanceof List<?> list) {
      conditions.put(
          field, new Condition.OneOf(list.stream().map(each -> value(field, each)).toList()));
    } else if (asked instanceof Map<?, ?> map) {
      conditions.put(field, some(field, Options.of(map)));
    } else {
      conditions.put(field, new Condition.Equal(value(field, asked)));
    }
  }

  private static Condition some(Component field, Options asked) {
    Optional<Object> prefix = asked.any("PREFIX").map(each -> value(field, each));
    Optional<String> domain = asked.word("DOMAIN");
    Optional<Object> from = asked.any("FROM").map(each -> value(field, each));
    Optional<Object> before = asked.any("BEFORE").map(each -> value(field, each));
    asked.end();
    if (Stream.of(prefix, domain, from.or(() -> before)).filter(Optional::isPresent).count() != 1) {
      throw new IllegalArgumentException(
          field.name() + " has PREFIX, or DOMAIN, or FROM and BEFORE or one of them");
    }
    return prefix
        .<Condition>map(Condition.StartsWith::new)
        .or(() -> domain.map(Condition.OfDomain::new))
        .orElseGet(() -> new Condition.Between(from.orElse(null), before.orElse(null)));
  }

  private static Object value(Component field, Object typed) {
    if (typed instanceof Text text) {
      return FieldText.parse(field, text.toString(), text.bytes());
    }
    if (typed instanceof List || typed instanceof Map) {
      throw new IllegalArgumentException(
          field.name() + " is one value, and not " + Options.shown(typed));
    }
    return FieldText.parse(field, typed.toString(), new byte[0]);
  }

  private RecordQuery<R> query(RecordTable<R> table) {
    RecordQuery<R> query = table.all();
    for (Map.Entry<Component, Condition> each : conditions.entrySet()) {
      query = query.where(each.getKey(), each.getValue());
    }
    if (limit.isPresent()) {
      query = query.limit(limit.get());
    }
    if (order.isPresent()) {
      query = order.get().equals("LEAST") ? query.leastFirst() : query.greatestFirst();
    }
    if (index.isPresent()) {
      query = query.through(index.get());
    }
    return fullScan ? query.allowFullScan() : query;
  }

  /** Prints the records. */
  void print(Session session) throws IOException {
    try (RecordTable<R> table = RecordTable.open(session.connection(), design);
        Stream<R> records = query(table).stream()) {
      RowPrinter printer =
          RowPrinter.of(session, RowForms.of(design.name(), List.of(design)), new ValueText());
      boolean stopped = session.stopped().getAsBoolean();
      for (Iterator<R> each = records.iterator(); !stopped && each.hasNext(); ) {
        printer.print(RowForms.fields(design, each.next()));
        stopped = session.stopped().getAsBoolean() || printer.isUnread();
      }
      printer.end(stopped);
    }
  }

  /** Prints how they would be read. */
  void explain(Session session) throws IOException {
    try (RecordTable<R> table = RecordTable.open(session.connection(), design)) {
      session.out().println(query(table).explain());
    }
  }
}
