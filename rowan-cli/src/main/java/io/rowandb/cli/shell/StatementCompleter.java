package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowForms;
import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes commands, tables, snapshots, namespaces, columns, options and their values and, with a
 * design, fields, indexes and constants, in their syntax: with quotes, unless the cursor is already
 * in one. Accepts any text, throws nothing, and waits no longer than {@link CompletionNames} does.
 * Used by one thread.
 */
final class StatementCompleter implements Completer {
  private static final String ARROW = " => ";

  private static final Set<String> COLUMNS = Set.of("COLUMN", "COLUMNS");

  /** Which argument is a column, of commands that have one. */
  private static final Map<String, Integer> COLUMN_ARGUMENTS =
      Map.of("get", 2, "put", 2, "delete", 2, "deleteall", 2);

  // Fixed at construction.
  private final Shell shell;
  private final CompletionNames names;

  /**
   * Of a shell.
   *
   * @param names of its store
   */
  StatementCompleter(Shell shell, CompletionNames names) {
    this.shell = shell;
    this.names = names;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    CursorPlace place = CursorPlace.of(shell.begun() + line.line().substring(0, line.cursor()));
    String rest = line.line().substring(line.cursor());
    boolean closing = !rest.startsWith(String.valueOf(place.quote()));
    switch (place.kind()) {
      case COMMAND -> {
        shell.commands().forEach(name -> add(name, place, true, candidates));
        shell.variables().calls().forEach(name -> add(name, place, true, candidates));
      }
      case ASSIGNED -> {
        TableReference.SOURCES.forEach(name -> add(name, place, true, candidates));
        addVariables(place, candidates);
      }
      case ARGUMENT -> addArguments(place, closing, candidates);
      case NAME -> addNames(place, closing, candidates);
      case VALUE -> addValues(place, closing, candidates);
      case NOTHING -> {}
    }
  }

  private void addVariables(CursorPlace place, List<Candidate> candidates) {
    if (place.quote() == CursorPlace.NO_QUOTE) {
      shell.variables().names().forEach(name -> add(name, place, true, candidates));
    }
  }

  private void addArguments(CursorPlace place, boolean closing, List<Candidate> candidates) {
    if (!place.command().equals("help")) {
      addVariables(place, candidates);
    }
    boolean options = place.argument() > 0 || CompletionSyntax.beginsWithOptions(place.command());
    known(place).forEach(name -> addText(name, place, closing, candidates));
    if (place.command().equals("balance_switch") && place.argument() == 0) {
      addFlags(place, candidates);
    }
    int column = COLUMN_ARGUMENTS.getOrDefault(place.command(), Integer.MAX_VALUE);
    boolean several = place.command().equals("get");
    if (place.argument() == column || (several && place.argument() > column)) {
      addColumns(place, /* families= */ several, closing, candidates);
    }
    boolean afterColumns = !several || place.argument() >= column;
    if (options && afterColumns && place.quote() == CursorPlace.NO_QUOTE) {
      options(place).forEach(name -> add(name + ARROW, place, false, candidates));
    }
  }

  private static List<String> options(CursorPlace place) {
    return CompletionSyntax.options(place.command());
  }

  /** What an argument may be, as far as that is known. */
  private List<String> known(CursorPlace place) {
    if (place.argument() == 0 && place.command().equals("help")) {
      return Stream.concat(shell.commands().stream(), CommandGroups.names().stream()).toList();
    }
    if (place.argument() == 0 && place.command().equals("create")) {
      return shell.session().designs().designs().stream()
          .map(design -> design.name().getNameAsString())
          .distinct()
          .toList();
    }
    return shell.commands().contains(place.command())
        ? known(CompletionSyntax.argument(place.command(), place.argument()), place)
        : List.of();
  }

  private List<String> known(CompletionSyntax.Named named, CursorPlace place) {
    return switch (named) {
      case TABLE -> names.tables();
      case SNAPSHOT -> names.snapshots();
      case NAMESPACE -> names.namespaces();
      case WORD -> CompletionSyntax.words(place.command());
      case OTHER -> List.of();
    };
  }

  private void addNames(CursorPlace place, boolean closing, List<Candidate> candidates) {
    if (place.path().isEmpty()) {
      if (place.argument() > 0 || CompletionSyntax.beginsWithOptions(place.command())) {
        options(place).forEach(name -> addName(name, place, closing, candidates));
      }
    } else if (place.path().equals(List.of("WHERE"))) {
      designs(place).stream()
          .flatMap(design -> design.shape().components().stream())
          .map(Component::name)
          .distinct()
          .forEach(name -> addName(name, place, closing, candidates));
    } else if (place.path().get(0).equals("WHERE") && place.path().size() == 2) {
      Stream.of("BEFORE", "DOMAIN", "FROM", "PREFIX")
          .forEach(name -> addName(name, place, closing, candidates));
    }
  }

  private static void addName(
      String name, CursorPlace place, boolean closing, List<Candidate> candidates) {
    if (place.quote() == CursorPlace.NO_QUOTE) {
      add(name + ARROW, place, false, candidates);
    } else {
      addText(name, place, closing, candidates);
    }
  }

  private void addValues(CursorPlace place, boolean closing, List<Candidate> candidates) {
    if (place.path().isEmpty()) {
      return;
    }
    String option = place.path().get(0);
    if (COLUMNS.contains(option)) {
      addColumns(place, /* families= */ true, closing, candidates);
    } else if (option.equals("WHERE") && place.path().size() > 1) {
      constants(place).forEach(name -> addConstant(name, place, closing, candidates));
    } else if (option.equals("INDEX")) {
      designs(place).stream()
          .flatMap(design -> design.indexes().stream())
          .map(IndexDesign::name)
          .forEach(name -> addText(name, place, closing, candidates));
    } else if (option.equals("ORDER")) {
      Stream.of("GREATEST", "LEAST").forEach(name -> addConstant(name, place, closing, candidates));
    } else if (CompletionSyntax.isFlag(option)) {
      addFlags(place, candidates);
    } else {
      CompletionSyntax.values(place.command(), option)
          .forEach(name -> addText(name, place, closing, candidates));
      known(CompletionSyntax.named(place.command(), option), place)
          .forEach(name -> addText(name, place, closing, candidates));
    }
  }

  private static void addFlags(CursorPlace place, List<Candidate> candidates) {
    if (place.quote() == CursorPlace.NO_QUOTE) {
      Stream.of("false", "true").forEach(name -> add(name, place, false, candidates));
    }
  }

  /** The values of a field that has few. */
  private List<String> constants(CursorPlace place) {
    return designs(place).stream()
        .flatMap(design -> design.shape().components().stream())
        .filter(field -> field.name().equals(place.path().get(1)))
        .flatMap(field -> constants(field.type()))
        .distinct()
        .toList();
  }

  private static Stream<String> constants(Class<?> type) {
    if (type == Boolean.class) {
      return Stream.of("false", "true");
    }
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(each -> ((Enum<?>) each).name())
        : Stream.of();
  }

  private static void addConstant(
      String name, CursorPlace place, boolean closing, List<Candidate> candidates) {
    if (place.quote() == CursorPlace.NO_QUOTE) {
      add(name, place, false, candidates);
    } else {
      addText(name, place, closing, candidates);
    }
  }

  private void addColumns(
      CursorPlace place, boolean families, boolean closing, List<Candidate> candidates) {
    Map<String, Column> columns = new LinkedHashMap<>();
    Set<String> withColumns = new LinkedHashSet<>();
    List<Column> known = columns(place);
    for (Column column : known) {
      if (column.qualifier() != null) {
        columns.putIfAbsent(column.toString(), column);
        withColumns.add(column.familyName());
      } else if (families) {
        columns.putIfAbsent(column.familyName(), column);
      }
    }
    for (Column column : columns.values()) {
      byte[] name =
          column.qualifier() == null
              ? column.family()
              : Bytes.add(Bytes.add(column.family(), new byte[] {':'}), column.qualifier());
      addText(name, place, closing, candidates);
    }
    if (!families) {
      known.stream()
          .map(Column::familyName)
          .distinct()
          .filter(family -> !withColumns.contains(family))
          .forEach(family -> addText(family + ":", place, /* closing= */ false, candidates));
    }
  }

  /** Those of designs, and those of the store but for the keys of details. */
  private List<Column> columns(CursorPlace place) {
    Optional<TableName> table = table(place);
    if (table.isEmpty()) {
      return List.of();
    }
    List<TableDesign<?>> designs = designs(place);
    List<Column> columns = new ArrayList<>();
    for (TableDesign<?> design : designs) {
      design.familyNames().forEach(family -> columns.add(new Column(family, null)));
      columns.addAll(design.columns());
    }
    for (Column column : names.columns(table.get())) {
      if (column.qualifier() == null
          || designs.stream().noneMatch(design -> design.claims(column))) {
        columns.add(column);
      }
    }
    return columns;
  }

  private List<TableDesign<?>> designs(CursorPlace place) {
    return table(place).map(this::designs).orElse(List.of());
  }

  private List<TableDesign<?>> designs(TableName table) {
    RowForms given = shell.session().designs().forms(table);
    return given.isEmpty() ? names.designs(table) : given.records();
  }

  /** What is typed there may be no name, or none yet. */
  private Optional<TableName> table(CursorPlace place) {
    String name =
        shell
            .variables()
            .table(place.receiver())
            .map(table -> table.name().toString())
            .orElse(place.table());
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(TableName.valueOf(name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void addText(
      String text, CursorPlace place, boolean closing, List<Candidate> candidates) {
    addText(text.getBytes(StandardCharsets.UTF_8), place, closing, candidates);
  }

  /** Adds what is to stand in quotes; nothing where the quote that is open cannot have it. */
  private static void addText(
      byte[] text, CursorPlace place, boolean closing, List<Candidate> candidates) {
    Optional<String> plain = printable(text);
    boolean single =
        place.quote() == CursorPlace.NO_QUOTE ? plain.isPresent() : place.quote() == '\'';
    if (single && plain.isEmpty()) {
      return;
    }
    char quote = single ? '\'' : '"';
    String typed =
        plain
            .map(each -> each.replace("\\", "\\\\").replace("" + quote, "\\" + quote))
            .map(each -> single ? each : each.replace("#{", "\\#{"))
            .orElseGet(() -> escaped(text));
    if (typed.startsWith(place.word())) {
      boolean inside = place.quote() != CursorPlace.NO_QUOTE;
      String value = (inside ? "" : quote) + typed + (closing || !inside ? quote : "");
      candidates.add(new Candidate(value, typed, null, null, null, null, false));
    }
  }

  /** As text, if it is text that a screen shows. */
  private static Optional<String> printable(byte[] text) {
    try {
      String decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      return Optional.of(decoded).filter(each -> DisplayText.printable(each).equals(each));
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** As double quotes have it. */
  private static String escaped(byte[] text) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : text) {
      if (each == '"' || each == '\\' || each == '#') {
        escaped.append('\\').append((char) each);
      } else if (each >= ' ' && each < 0x7f) {
        escaped.append((char) each);
      } else {
        escaped.append(String.format("\\x%02x", each));
      }
    }
    return escaped.toString();
  }

  /** Adds a word without quotes. */
  private static void add(
      String value, CursorPlace place, boolean complete, List<Candidate> candidates) {
    if (value.startsWith(place.word())) {
      candidates.add(new Candidate(value, value.strip(), null, null, null, null, complete));
    }
  }
}
