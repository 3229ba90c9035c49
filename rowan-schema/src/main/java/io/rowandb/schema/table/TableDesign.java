package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.KeyGroup;
import io.rowandb.schema.key.RowKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A table as a type: its record, row key, columns, families and initial regions.
 *
 * <pre>{@code
 * TableDesign<User> users =
 *     TableDesign.of("users", User.class)
 *         .key(key -> key.part(User::name, Parts.textToEnd()))
 *         .family("i", family -> family.setMaxVersions(1))
 *         .column(User::email, "i:e")
 *         .counter(User::posts, "i:p")
 *         .build();
 * }</pre>
 *
 * <p>Each component of the record is in the key, in a column, or both. Writing a record does not
 * change undeclared columns.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class TableDesign<R> {
  static {
    FirstOutput.ensureQuiet();
  }

  // Fixed at construction.
  private final TableForm<R> form;
  private final RowKey<R> key;
  private final List<CellMapping<R>> mappings;
  private final List<byte[]> familyNames;
  private final List<byte[]> splitKeys;
  private final Column mark;
  private final int versions;
  private final List<IndexDesign<R>> indexes;
  private final ReadRules rules;
  private final List<AccessPattern> accessPatterns;
  private final List<DetailMapping<R, ?>> details;
  private final RecordCodec<R> codec;
  private final RecordRows<R> rows;
  private final FieldReader<R> fieldReader;
  private final ViewRole viewRole;

  /** Null when records do not expire by a field. */
  private final RecordExpiry<R> expiry;

  /** This design in other roles: what is known of a design is known by its object. */
  private final Map<ViewRole, TableDesign<R>> inRoles = new ConcurrentHashMap<>();

  TableDesign(
      TableForm<R> form,
      List<IndexDesign<R>> indexes,
      List<byte[]> splitKeys,
      ReadRules rules,
      List<AccessPattern> accessPatterns) {
    this(form, indexes, splitKeys, rules, accessPatterns, ViewRole.NONE);
  }

  private TableDesign(
      TableForm<R> form,
      List<IndexDesign<R>> indexes,
      List<byte[]> splitKeys,
      ReadRules rules,
      List<AccessPattern> accessPatterns,
      ViewRole viewRole) {
    this.viewRole = viewRole;
    this.form = form;
    this.indexes = List.copyOf(indexes);
    this.splitKeys = List.copyOf(splitKeys);
    this.rules = rules;
    this.accessPatterns = List.copyOf(accessPatterns);
    key = form.key();
    mappings = form.mappings();
    familyNames = form.families().values().stream().map(ColumnFamilyDescriptor::getName).toList();
    mark = form.mark();
    codec = new RecordCodec<>(form);
    rows = new RecordRows<>(form, codec);
    fieldReader = new FieldReader<>(form, codec);
    details = codec.details();
    expiry =
        form.expiry()
            .map(field -> new RecordExpiry<>(this, field, form.columnOf(field).orElseThrow()))
            .orElse(null);
    versions = mappings.stream().mapToInt(CellMapping::versions).max().orElse(1);
  }

  /**
   * Whether it was made of what a table keeps of its design ({@link NotedTables}), and not declared
   * by a program: then it reads records, and refuses to write any.
   */
  public boolean isNoted() {
    return rows.isNoted();
  }

  /**
   * The same of a program that writes the records with these views and no others.
   *
   * @param views the names of their tables
   */
  public TableDesign<R> withViews(Set<String> views) {
    return inRole(ViewRole.sourceOf(views));
  }

  /** The same of a program that writes the records as a view of those of a table. */
  public TableDesign<R> asViewOf(TableName source) {
    return inRole(ViewRole.viewOf(source));
  }

  private TableDesign<R> inRole(ViewRole role) {
    return inRoles.computeIfAbsent(
        role,
        each ->
            new TableDesign<>(
                each.followsTimes() ? form.keepingDeletions() : form,
                indexes,
                splitKeys,
                rules,
                accessPatterns,
                each));
  }

  /**
   * For how long its families keep the deletions of rows, in milliseconds, where each write has a
   * time that is greater than that of the deletion before it: what they declare, or four hours.
   */
  public LongSummaryStatistics keptDeletionsMillis() {
    return form.families().values().stream()
        .mapToLong(FamilyConfiguration::keptDeletionsMillis)
        .summaryStatistics();
  }

  /**
   * Whether a table that is there keeps the deletions of these records, as far as itself says.
   *
   * @param millis for how long at least
   */
  public boolean keepsDeletions(TableDescriptor there, long millis) {
    return form.families().values().stream()
        .map(family -> there.getColumnFamily(family.getName()))
        .allMatch(
            family ->
                family != null
                    && FamilyConfiguration.keepsDeletions(family)
                    && FamilyConfiguration.keptDeletionsMillis(family) >= millis);
  }

  ViewRole viewRole() {
    return viewRole;
  }

  /** Whether a field has this column, or details could have it. */
  public boolean claims(Column column) {
    return form.claims(column);
  }

  /**
   * Whether the writes of a row are one chain, where each write knows the previous one by a mark in
   * the row. True for tables with unique indexes or details in their own rows, and for those
   * declared so.
   */
  public boolean isMarked() {
    return form.isMarked();
  }

  /** Where a row has its mark: in the first family, unless details could have that column. */
  public Column mark() {
    return mark;
  }

  /** Whether a row that was read has more than a mark. */
  public boolean isRecord(Result row) {
    if (row.isEmpty()) {
      return false;
    }
    for (Cell cell : row.rawCells()) {
      if (!CellUtil.matchingColumn(cell, mark.family(), mark.qualifier())) {
        return true;
      }
    }
    return false;
  }

  /** Begins the declaration of a table, {@code namespace:name} or {@code name}. */
  public static <R> TableDesignBuilder<R> of(String name, Class<R> type) {
    return of(name, RecordShape.of(type));
  }

  /** The same of a class whose fields are declared, by {@code ClassShape}. */
  public static <R> TableDesignBuilder<R> of(String name, RecordShape<R> shape) {
    Given.notNull(name, "a table's name");
    return new TableDesignBuilder<>(
        TableName.valueOf(name), Given.notNull(shape, "the fields of the records of " + name));
  }

  /** The table's name. */
  public TableName name() {
    return form.name();
  }

  /** What it is without its indexes. */
  TableForm<R> form() {
    return form;
  }

  /** The record's class and components. */
  public RecordShape<R> shape() {
    return key.shape();
  }

  /** The row key. */
  public RowKey<R> key() {
    return key;
  }

  /** Its families by their names, in the order of the declaration. */
  public Map<String, ColumnFamilyDescriptor> families() {
    return Collections.unmodifiableMap(form.families());
  }

  /** Their names as bytes, in the same order. */
  public List<byte[]> familyNames() {
    return familyNames;
  }

  /** The first rows of the regions it begins with, but the first; may be empty. */
  public List<byte[]> splitKeys() {
    return splitKeys;
  }

  /** How many versions of a cell a read needs. */
  public int versions() {
    return versions;
  }

  /** Its secondary indexes. */
  public List<IndexDesign<R>> indexes() {
    return indexes;
  }

  /** Its fields that have details. */
  public List<DetailMapping<R, ?>> details() {
    return details;
  }

  /** The queries that it must serve. */
  public List<AccessPattern> accessPatterns() {
    return accessPatterns;
  }

  /** The conditions that its reads must have. */
  public ReadRules rules() {
    return rules;
  }

  /**
   * A record that is to be written, and that nobody changes from now on: of an ordinary class, a
   * copy ({@link RecordShape#copy}).
   *
   * @throws IllegalArgumentException as {@link #present}, and when the copy has other values
   * @throws IllegalStateException as {@link #present}
   */
  public R taken(R record) {
    return shape().copy(present(record));
  }

  /**
   * The same of many.
   *
   * @throws IllegalArgumentException also when there is no list of them
   */
  public List<R> takenAll(Iterable<R> records) {
    List<R> taken = new ArrayList<>();
    for (R each : Given.notNull(records, "what is to be put into " + name())) {
      taken.add(taken(each));
    }
    return taken;
  }

  /**
   * A record that is to be written.
   *
   * @throws IllegalArgumentException when it is null
   * @throws IllegalStateException when the design {@link #isNoted}
   */
  public R present(R record) {
    checkDeclared();
    if (record == null) {
      throw new IllegalArgumentException(
          "a record of "
              + name()
              + " is null: a "
              + shape().name()
              + " is needed, and delete removes one");
    }
    return record;
  }

  /**
   * Whether each record that is read has a value of a field: by its type, key or default, or since
   * it is declared.
   */
  public boolean isNeverNull(Component field) {
    return form.isNeverNull(field);
  }

  /**
   * The descriptor for {@code Admin.createTable}, together with {@link #splitKeys}. It includes
   * notes about the design: {@link DesignNotes}.
   */
  public TableDescriptor descriptor() {
    checkDeclared();
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name()).setColumnFamilies(form.families().values());
    form.group().ifPresent(group -> KeptTogether.in(table, group));
    return NewNotes.with(table.build(), newNotes());
  }

  /** The groups of records that are in one region each, if it is declared to keep any together. */
  public Optional<KeyGroup<R>> group() {
    return form.group();
  }

  private Map<String, String> newNotes() {
    Map<String, String> notes = NewNotes.ofNew(form, indexes);
    notes.putAll(ViewNotes.ofNew(viewRole));
    return notes;
  }

  /** All tables that it needs: its own, then those of indexes and details that have their own. */
  public List<NewTable> tables() {
    checkDeclared();
    List<NewTable> tables = new ArrayList<>();
    tables.add(new NewTable(descriptor(), splitKeys, Optional.empty()));
    for (IndexDesign<R> index : indexes) {
      if (!index.isInTableOfRecords()) {
        tables.add(NewTable.of(index, name(), NewNotes.ofIndex(form, index)));
      }
    }
    for (DetailMapping<R, ?> mapping : details) {
      if (mapping instanceof TallDetails<R, ?> tall) {
        // Its rows begin as those of the records.
        NewTable ofDetails = NewTable.of(tall.table(), tall.family(), splitKeys);
        tables.add(ofDetails.with(NewNotes.ofDetails(form, tall)));
      }
    }
    return tables;
  }

  /**
   * The change that makes a row hold a record.
   *
   * @throws IllegalArgumentException naming the field and the rule, when a value has no form in the
   *     key or in its column
   */
  public RowChange write(R record) {
    checkDeclared();
    return codec.write(record, CellMapping::write);
  }

  /**
   * Refuses to write by a design that {@link #isNoted}.
   *
   * @throws IllegalStateException when it is
   */
  public void checkDeclared() {
    rows.checkDeclared();
  }

  /** How long records live; empty when they do not expire by a field of theirs. */
  public Optional<RecordExpiry<R>> expiry() {
    return Optional.ofNullable(expiry);
  }

  /** What writes that depend on the record which is there may change of it. */
  public UpdateRules<R> updates() {
    return new UpdateRules<>(this, form, codec);
  }

  /**
   * The record of a row that contains all of it.
   *
   * @param row not empty
   * @throws IllegalStateException when it has details in their own rows
   * @throws io.rowandb.schema.key.MalformedKeyException when no record has such a key
   * @throws IllegalArgumentException naming the row, the field and the rule, when a cell has no
   *     value of its field; and whatever the record's constructor throws
   */
  public R read(Result row) {
    return rows.read(row, rows.noValues());
  }

  /** How records and rows become one another, for those who keep tables of them. */
  public RecordRows<R> rows() {
    return rows;
  }

  /** Reads the fields of rows, without their records. */
  public FieldReader<R> fieldReader() {
    return fieldReader;
  }

  /** Whether entries of an index have copies of fields. */
  public boolean hasCopies() {
    return indexes().stream().anyMatch(IndexDesign::hasCopies);
  }

  /** Whether a record's row is all that there is of it: no details, counters or histories. */
  public boolean isWrittenWhole() {
    return mappings.stream().allMatch(CellMapping::isWrittenWhole);
  }

  /**
   * The cells that tell some fields.
   *
   * @return empty when one of the fields has details, whose cells have no known names or are in
   *     rows of their own
   */
  public Optional<FieldCells<R>> cellsOf(Set<Component> fields) {
    List<CellMapping<R>> needed = codec.mappingsOf(fields);
    return needed.stream().anyMatch(mapping -> mapping.columns().isEmpty())
        ? Optional.empty()
        : Optional.of(new FieldCells<>(codec, needed));
  }

  /** The columns of a field that has columns of known names; none for others. */
  public List<Column> columns(Component field) {
    return codec.mappingsOf(Set.of(field)).stream()
        .flatMap(mapping -> mapping.columns().stream())
        .toList();
  }

  /** The columns of its fields that have columns of known names. */
  public List<Column> columns() {
    return mappings.stream().flatMap(mapping -> mapping.columns().stream()).toList();
  }

  /**
   * The column beside a counter by which a client knows which of its additions were made.
   *
   * @param counter of {@link #counter}
   * @param slot of the client
   * @throws IllegalStateException when details could have that column
   */
  public Column countedOnce(Column counter, long slot) {
    Column column = CountedOnce.of(counter, slot);
    if (claims(column)) {
      throw new IllegalStateException(
          "details of "
              + name()
              + " could have column "
              + column
              + ", by which additions to "
              + counter
              + " are known: declare the counter in another family");
    }
    return column;
  }

  /**
   * The column of a counter.
   *
   * @throws IllegalArgumentException when the field is not declared as one
   */
  public Column counter(Field<R, Long> field) {
    Component component = key.shape().component(field);
    for (CellMapping<R> mapping : mappings) {
      if (mapping instanceof Counter<R> counter && counter.component().equals(component)) {
        return counter.column();
      }
    }
    throw new IllegalArgumentException(
        key.shape().describe(component) + " is not declared as a counter");
  }

  /**
   * A short name of the design, for logs and for comparing programs and tables: 16 hexadecimal
   * digits, of what the tables keep of it. Designs with the same have the same key, columns,
   * details and indexes; views have no part in it. The table has it as {@code rowan.fingerprint}.
   */
  public String fingerprint() {
    return Fingerprint.of(form, indexes);
  }

  /** Some lines for people: the key byte by byte, the columns, the families, the regions. */
  public String describe() {
    return DesignText.of(form, indexes, accessPatterns, rules, splitKeys);
  }

  /**
   * The commands of HBase's shell, a line each, that make this table and those of its indexes and
   * details.
   */
  public String toShell() {
    return tables().stream().map(ShellLine::create).collect(Collectors.joining("\n"));
  }

  /**
   * How an existing table differs from this design: families and their attributes; and, as far as
   * the table keeps its design, the key part by part, columns, details, the version, how long
   * records live, fields that are never null, marks, indexes, and views. Of indexes whose entries
   * are in tables of their own it tells whether they are there, and where; {@link #diff(Map)} tells
   * the rest. Names of tables, and attributes of the table as a whole, are not compared. Makes no
   * calls.
   */
  public List<TableDifference> diff(TableDescriptor existing) {
    List<TableDifference> all = new ArrayList<>();
    all.addAll(TableDifference.between(form.families(), existing));
    all.addAll(kept(Map.of(name(), existing)));
    return List.copyOf(all);
  }

  /**
   * How the tables of this design differ from it: besides what {@link #diff(TableDescriptor)} tells
   * of the records, tables that are not there, the families of all others, the form, fields and
   * copies of each index, and whether indexes and views are ready. Nothing differs in what tables
   * keep of their design if and only if {@link #fingerprint} is the same, except states and views.
   *
   * @param there the descriptors of tables that are there, by their names; others than those of the
   *     design have no part, except those of its views
   */
  public List<TableDifference> diff(Map<TableName, TableDescriptor> there) {
    List<TableDifference> all = new ArrayList<>();
    for (NewTable table : tables()) {
      TableName each = table.descriptor().getTableName();
      TableDescriptor existing = there.get(each);
      if (existing == null) {
        all.add(new TableDifference("table " + each, "made", TableDifference.NOTHING));
      } else if (each.equals(name())) {
        all.addAll(TableDifference.between(form.families(), existing));
        all.addAll(kept(there));
      } else {
        TableDifference.between(table.descriptor(), existing)
            .forEach(difference -> all.add(difference.in(each)));
      }
    }
    return List.copyOf(all);
  }

  private List<TableDifference> kept(Map<TableName, TableDescriptor> there) {
    try {
      return isNoted() // it is what they have
          ? List.of()
          : DesignComparison.of(form, indexes, viewRole, there);
    } catch (IllegalArgumentException e) { // anybody may have written it
      return List.of(new TableDifference("the design that it keeps", "one", e.getMessage()));
    }
  }
}
