package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import java.util.List;

/**
 * What writes that depend on the record which is there may change of it, and how its version goes
 * on. Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class UpdateRules<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final TableForm<R> form;
  private final RecordCodec<R> codec;

  UpdateRules(TableDesign<R> design, TableForm<R> form, RecordCodec<R> codec) {
    this.design = design;
    this.form = form;
    this.codec = codec;
  }

  /** Whether a field is declared to be the version. */
  public boolean hasVersion() {
    return form.version().isPresent();
  }

  /** Whether two designs of one record have a version, and of the same field. */
  public boolean hasVersionOf(UpdateRules<R> other) {
    return hasVersion()
        && form.version().map(Component::name).equals(other.form.version().map(Component::name));
  }

  /**
   * The version of a record.
   *
   * @throws IllegalStateException when no field is declared to be it
   */
  public long version(R record) {
    return ((Number) design.shape().get(record, versionField())).longValue();
  }

  /**
   * The same record with another version.
   *
   * @throws IllegalArgumentException when the field cannot be as great
   */
  public R withVersion(R record, long version) {
    Component field = versionField();
    if (field.type() == Long.class) {
      return design.shape().with(record, field, version);
    }
    if (version != (int) version) {
      throw new IllegalArgumentException(
          design.shape().describe(field) + " is an int, and cannot be " + version);
    }
    return design.shape().with(record, field, (int) version);
  }

  private Component versionField() {
    return form.version()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "table "
                        + design.name()
                        + " has no field that is its version: declare version(…)"));
  }

  /** The change that makes a row hold a record, and leaves its details as they are. */
  public RowChange writeWithoutDetails(R record) {
    design.checkDeclared();
    design.rows().checkWritten(record);
    return codec.write(
        record,
        (mapping, each, change) -> {
          if (!(mapping instanceof DetailMapping<R, ?>)) {
            mapping.write(each, change);
          }
        });
  }

  /** What an update of a record must keep of it, whatever becomes of its object. */
  public Former<R> former(R record) {
    return new Former<>(
        this,
        hasVersion() ? version(record) : 0,
        design.details().stream()
            .<KeptDetails<R, ?>>map(each -> KeptDetails.of(each, record))
            .toList());
  }

  /** What an update of a record must keep of it. Immutable. */
  public static final class Former<R> {
    // Fixed at construction.
    private final UpdateRules<R> rules;
    private final long version;
    private final List<KeptDetails<R, ?>> details;

    private Former(UpdateRules<R> rules, long version, List<KeptDetails<R, ?>> details) {
      this.rules = rules;
      this.version = version;
      this.details = details;
    }

    /**
     * Refuses a record that has another version or other details.
     *
     * @throws IllegalArgumentException naming the version or the field
     */
    public void checkKept(R record) {
      details.forEach(each -> each.checkKept(record));
      if (rules.hasVersion() && rules.version(record) != version) {
        throw new IllegalArgumentException(
            "the change of a record of "
                + rules.design.name()
                + " gives version "
                + rules.version(record)
                + " in the place of "
                + version
                + ": the update itself counts");
      }
    }
  }

  /**
   * Refuses to change records in part, where that takes more than the row: with details in their
   * own rows, which belong to one write of the record, and with indexes whose entries may depend on
   * what is not read.
   *
   * @throws IllegalStateException naming the field or index, and the remedy
   */
  public void checkUpdated() {
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<R, ?>) {
        throw new IllegalStateException(
            mapping.name() + " is in rows of its own, which an update cannot keep: use putIf");
      }
    }
    for (IndexDesign<R> index : design.indexes()) {
      if (index.isPartial() && !design.isWrittenWhole()) {
        throw new IllegalStateException(
            "index "
                + index.name()
                + " of "
                + design.name()
                + " is of some records, perhaps by a history, which an update does not know: use"
                + " putIf");
      }
    }
  }

  /**
   * The component of a field that a write of the record decides.
   *
   * @throws IllegalArgumentException when it is a counter, a history, or details
   */
  public Component writtenField(Field<R, ?> field) {
    Component component = design.shape().component(field);
    for (CellMapping<R> mapping : form.mappings()) {
      boolean isWhole = mapping.isWrittenWhole() && !(mapping instanceof DetailMapping<R, ?>);
      if (mapping.components().contains(component) && !isWhole) {
        throw new IllegalArgumentException(
            design.shape().describe(component)
                + " is a counter, a history, or has details, which change in other ways than by"
                + " writing the record");
      }
    }
    return component;
  }
}
