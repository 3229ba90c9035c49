package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.NotedKey;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.packed.NotedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Makes a design of what a table keeps of one. A column whose field has another type in the key, as
 * one that only its program can tell, is left out. Used once, by one thread.
 */
final class NotedTable {
  private static final String COLUMN = "column ";
  private static final String DETAILS = "details in ";
  private static final String IN_TABLE = "table ";
  private static final String NUMBER = ", number ";
  private static final String MESSAGE = "message";
  private static final String COUNTER = "counter";
  private static final String VERSIONS = ", versions";

  /** A mapping, once the fields are known. */
  private interface Draft extends Function<RecordShape<NamedValues>, CellMapping<NamedValues>> {}

  // Fixed at construction.
  private final TableDescriptor records;
  private final NotedDesign noted;

  /** What fields are in rows without their cells, as far as an index depends on it. */
  private final Map<String, String> absent;

  private final Map<String, Class<?>> types = new LinkedHashMap<>();
  private final Set<DesignLine> used = new HashSet<>();

  private NotedTable(TableDescriptor records, NotedDesign noted, Map<String, String> absent) {
    this.records = records;
    this.noted = noted;
    this.absent = absent;
  }

  /**
   * The design that a table keeps.
   *
   * @param entries the tables of its indexes' entries, by the names of the indexes
   * @throws IllegalArgumentException when it keeps none that can be read
   */
  static TableDesign<NamedValues> design(
      TableDescriptor records, Map<String, TableDescriptor> entries) {
    String text = records.getValue(NewNotes.DESIGN);
    if (text == null) {
      throw new IllegalArgumentException(
          "table " + records.getTableName() + " keeps no design: no program declared one for it");
    }
    try {
      List<NotedIndex> indexes = NotedIndex.all(entries);
      Map<String, String> absent = new HashMap<>();
      indexes.forEach(index -> absent.putAll(index.absent()));
      return new NotedTable(records, NotedDesign.parse(text), absent).design(indexes);
    } catch (RuntimeException e) { // anybody may have written the text, and a later version too
      throw new IllegalArgumentException(
          "the design that table "
              + records.getTableName()
              + " keeps cannot be read: "
              + (e instanceof IllegalArgumentException ? e.getMessage() : e),
          e);
    }
  }

  private TableDesign<NamedValues> design(List<NotedIndex> indexes) {
    DesignLine keyLine = line("key");
    NotedKey key = key(keyLine, "");
    key.types()
        .forEach((field, those) -> types.put(field, those.stream().findFirst().orElseThrow()));
    Map<String, Set<Class<?>>> ofKey = key.types();
    List<Draft> drafts = drafts(ofKey);
    RecordShape<NamedValues> shape = shape(records.getTableName().getQualifierAsString(), types);
    RowKey<NamedValues> rowKey = key.key(shape);
    Map<String, ColumnFamilyDescriptor> families = new LinkedHashMap<>();
    for (ColumnFamilyDescriptor family : records.getColumnFamilies()) {
      families.put(family.getNameAsString(), family);
    }
    List<CellMapping<NamedValues>> mappings = new ArrayList<>();
    drafts.forEach(draft -> mappings.add(draft.apply(shape)));
    boolean marked =
        records.getValue(NewNotes.MARKED) != null
            || indexes.stream().anyMatch(NotedIndex::needsMarks)
            || mappings.stream().anyMatch(TallDetails.class::isInstance);
    TableForm<NamedValues> form =
        new TableForm<>(
            records.getTableName(),
            rowKey,
            List.copyOf(mappings),
            families,
            neverNull(shape),
            /* version= */ Optional.empty(),
            /* expiry= */ Optional.empty(),
            /* group= */ Optional.empty(),
            marked);
    return new TableDesign<>(
        form,
        indexes.stream().flatMap(index -> index.design(form).stream()).toList(),
        List.of(),
        new ReadRules(Set.of(), List.of()),
        List.of());
  }

  private Set<Component> neverNull(RecordShape<NamedValues> shape) {
    return noted.lines().stream()
        .filter(line -> line.place().equals(NotedDesign.NEVER_NULL))
        .flatMap(line -> line.fields().stream())
        .filter(types::containsKey)
        .map(shape::component)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private DesignLine line(String place) {
    return noted.lines().stream()
        .filter(each -> each.place().equals(place))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("it tells nothing of its " + place));
  }

  /**
   * The key that a line tells of.
   *
   * @param owner stands before the names of its fields
   */
  private NotedKey key(DesignLine line, String owner) {
    List<String> fields =
        line.fields().stream().map(field -> field.substring(owner.length())).toList();
    return NotedKey.of(fields, line.form(), noted.constants(line.place()));
  }

  static RecordShape<NamedValues> shape(String name, Map<String, Class<?>> types) {
    List<Component> components = new ArrayList<>();
    types.forEach(
        (field, type) ->
            components.add(
                new Component(
                    components.size(),
                    field,
                    type,
                    type,
                    /* primitive= */ false,
                    /* optional= */ false)));
    return RecordShape.ofNames(name, components);
  }

  private List<Draft> drafts(Map<String, Set<Class<?>>> ofKey) {
    Map<String, List<DesignLine>> single = new LinkedHashMap<>();
    List<Draft> drafts = new ArrayList<>();
    for (DesignLine line : noted.lines()) {
      if (!used.add(line)) {
        continue;
      }
      if (line.place().startsWith(DETAILS) && line.form().equals("details")) {
        drafts.add(details(line));
      } else if (line.isOfColumn() && line.fields().isEmpty() && line.form().equals(MESSAGE)) {
        message(line, ofKey).ifPresent(drafts::add);
      } else if (line.isOfColumn() && line.fields().size() == 1) {
        single.computeIfAbsent(line.fields().get(0), each -> new ArrayList<>()).add(line);
      }
    }
    single.forEach((field, lines) -> column(field, lines, ofKey).ifPresent(drafts::add));
    return drafts;
  }

  private boolean mayHave(String field, Class<?> type, Map<String, Set<Class<?>>> ofKey) {
    return !types.containsKey(field) || ofKey.getOrDefault(field, Set.of()).contains(type);
  }

  /** Whether a field may have a type, which it has from then on. */
  private boolean takes(String field, Class<?> type, Map<String, Set<Class<?>>> ofKey) {
    boolean taken = mayHave(field, type, ofKey);
    if (taken) {
      types.put(field, type);
    }
    return taken;
  }

  private Optional<Draft> column(
      String field, List<DesignLine> lines, Map<String, Set<Class<?>>> ofKey) {
    String form = lines.get(0).form();
    Column column = columnOf(lines.get(0));
    if (form.equals(COUNTER)) {
      return takes(field, Long.class, ofKey)
          ? Optional.of(shape -> new Counter<>(shape, shape.component(field), column))
          : Optional.empty();
    }
    if (form.endsWith(VERSIONS)) {
      ColumnForms.Typed type = ColumnForms.of(form.substring(0, form.length() - VERSIONS.length()));
      ColumnFamilyDescriptor family = records.getColumnFamily(column.family());
      int max = family == null ? 1 : Math.max(1, family.getMaxVersions());
      return takes(field, List.class, ofKey)
          ? Optional.of(
              shape ->
                  new VersionsColumn<>(
                      shape, shape.component(field), column, untyped(type.form()), max))
          : Optional.empty();
    }
    ColumnForms.Typed type = ColumnForms.of(form);
    if (!takes(field, type.type(), ofKey)) {
      return Optional.empty();
    }
    Object missing = missing(field, type.form());
    return Optional.of(
        shape -> {
          SingleColumn<NamedValues> now =
              new SingleColumn<>(
                  shape, shape.component(field), column, untyped(type.form()), missing);
          return lines.size() == 1 ? now : new RenamedColumn<>(now, now.in(columnOf(lines.get(1))));
        });
  }

  /** What a field is in rows without the column; null where no index depends on it. */
  private Object missing(String field, ColumnType<?> type) {
    return IndexSources.missing(absent.getOrDefault(field, IndexSources.NULL), type).orElse(null);
  }

  private static Column columnOf(DesignLine line) {
    return Column.of(line.place().substring(COLUMN.length()));
  }

  @SuppressWarnings("unchecked") // values are of its type
  static ColumnType<Object> untyped(ColumnType<?> type) {
    return (ColumnType<Object>) type;
  }

  /** The fields of a message in a place, whose lines are used then. */
  private NotedMessage fields(String place, String owner) {
    Map<Integer, Map.Entry<String, String>> forms = new TreeMap<>();
    for (DesignLine line : noted.lines()) {
      if (line.place().startsWith(place + NUMBER) && line.fields().size() == 1) {
        int number = Integer.parseInt(line.place().substring((place + NUMBER).length()));
        forms.put(number, Map.entry(line.fields().get(0).substring(owner.length()), line.form()));
        used.add(line);
      }
    }
    return NotedMessage.of(forms);
  }

  private Optional<Draft> message(DesignLine line, Map<String, Set<Class<?>>> ofKey) {
    Column column = columnOf(line);
    NotedMessage message = fields(line.place(), "");
    boolean taken =
        message.types().entrySet().stream()
            .allMatch(field -> mayHave(field.getKey(), field.getValue(), ofKey));
    if (!taken) {
      return Optional.empty();
    }
    types.putAll(message.types());
    return Optional.of(shape -> new PackedColumn<>(column, message.message(shape, absent)));
  }

  private Draft details(DesignLine line) {
    String field = line.fields().get(0);
    String owner = field + ".";
    String place = line.place();
    NotedKey key = key(line(place + ", key"), owner);
    Map<String, Class<?>> ofDetail = new LinkedHashMap<>();
    key.types().forEach((name, those) -> ofDetail.put(name, those.iterator().next()));
    Function<RecordShape<NamedValues>, DetailCells<NamedValues>> cells =
        cells(place + ", cell", owner, key.types(), ofDetail);
    types.put(field, List.class);
    RecordShape<NamedValues> detail = shape(field, ofDetail);
    DetailCells<NamedValues> made = cells.apply(detail);
    DetailDesign<NamedValues> design =
        DetailDesign.of(made.hasNames() ? key.prefix(detail) : key.key(detail), made);
    String where = place.substring(DETAILS.length());
    return shape ->
        where.startsWith(IN_TABLE)
            ? new TallDetails<>(
                shape,
                shape.component(field),
                /* mapKey= */ null,
                (DetailLayout.Tall) DetailLayout.tall(where.substring(IN_TABLE.length())),
                design)
            : new WideDetails<>(
                shape,
                shape.component(field),
                /* mapKey= */ null,
                where.substring(0, where.indexOf(':')),
                design);
  }

  /** The cells of details; adds the types of their fields. */
  private Function<RecordShape<NamedValues>, DetailCells<NamedValues>> cells(
      String place,
      String owner,
      Map<String, Set<Class<?>>> ofKey,
      Map<String, Class<?>> ofDetail) {
    boolean packed = noted.lines().stream().anyMatch(each -> each.place().equals(place));
    if (packed) {
      NotedMessage message = fields(place, owner);
      message.types().forEach(ofDetail::putIfAbsent);
      return shape -> new PackedDetailCells<>(message.message(shape, Map.of()));
    }
    Map<String, Map.Entry<String, ColumnType<?>>> named = new LinkedHashMap<>();
    for (DesignLine line : noted.lines()) {
      if (line.place().startsWith(place + " ") && line.fields().size() == 1) {
        String field = line.fields().get(0).substring(owner.length());
        ColumnForms.Typed type = ColumnForms.of(line.form());
        if (!ofDetail.containsKey(field) || ofKey.get(field).contains(type.type())) {
          ofDetail.put(field, type.type());
          named.put(line.place().substring(place.length() + 1), Map.entry(field, type.form()));
        }
      }
    }
    return shape -> {
      Map<String, NamedDetailCells.FieldCell> columns = new LinkedHashMap<>();
      named.forEach(
          (name, cell) ->
              columns.put(
                  name,
                  new NamedDetailCells.FieldCell(
                      shape.component(cell.getKey()), untyped(cell.getValue()))));
      return new NamedDetailCells<>(shape, columns);
    };
  }
}
