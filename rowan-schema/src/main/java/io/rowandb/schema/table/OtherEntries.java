package io.rowandb.schema.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Whether the entries that a table has of an index are others than those that a design would write.
 * Makes no calls.
 */
final class OtherEntries {
  private OtherEntries() {}

  /**
   * Why they are others than those of an index of the same form, in words.
   *
   * @param there descriptors, also of the table of the entries
   */
  static Optional<String> difference(
      IndexDesign<?> index, TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor entries = there.get(index.table());
    return otherFamily(index, entries)
        .or(() -> otherSources(index, design, entries))
        .or(() -> otherCopies(index, design, there));
  }

  /**
   * Whether entries that are there may be others than those of an index; of notes without the
   * fields' places, other names may be other fields.
   */
  static boolean areNoted(
      IndexDesign<?> index, TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor entries = there.get(index.table());
    if (entries == null) {
      return false;
    }
    String noted = entries.getValue(NewNotes.designOf(index));
    if (noted == null) {
      return false;
    }
    if (otherFamily(index, entries).isPresent() || otherCopies(index, design, there).isPresent()) {
      return true;
    }
    NotedDesign before;
    try {
      before = NotedDesign.parse(noted);
    } catch (IllegalArgumentException e) {
      return true; // whatever it is, it is not this
    }
    String fields = entries.getValue(NewNotes.fieldsOf(index));
    if (fields != null && NotedDesign.unknownFormat(fields).isPresent()) {
      return true; // the same
    }
    boolean known = fields != null || before.lines().get(0).fields().equals(index.line().fields());
    return !known
        || before.difference(new NotedDesign(index.lines())).isPresent()
        || otherSources(index, design, entries).isPresent();
  }

  private static Optional<String> otherFamily(IndexDesign<?> index, TableDescriptor entries) {
    String declared = index.family().getNameAsString();
    return Optional.ofNullable(entries.getValue(NewNotes.familyOf(index.name())))
        .filter(noted -> !noted.equals(declared))
        .map(
            noted ->
                "index "
                    + index.name()
                    + " has its entries in family "
                    + noted
                    + "; declared: "
                    + declared);
  }

  private static Optional<String> otherSources(
      IndexDesign<?> index, TableDesign<?> design, TableDescriptor entries) {
    return Optional.ofNullable(entries.getValue(NewNotes.fieldsOf(index)))
        .flatMap(noted -> IndexSources.difference(noted, design.form(), index));
  }

  /**
   * Whether programs of a design would leave outdated copies, or believe those that others leave:
   * all that write rows with marks agree on the copies. Rows without marks have none that a program
   * without copies could write over unseen.
   */
  private static Optional<String> otherCopies(
      IndexDesign<?> index, TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor records = there.get(design.name());
    TableDescriptor entries = there.get(index.table());
    if (design.isNoted() // it reads no copies
        || records == null
        || records.getValue(NewNotes.DESIGN) == null
        || records.getValue(NewNotes.MARKED) == null
        || entries.getValue(NewNotes.familyOf(index.name())) == null) { // it tells of no copies
      return Optional.empty();
    }
    String noted = entries.getValue(NewNotes.copiesOf(index.name()));
    String before = noted == null ? "" : noted;
    String declared = NewNotes.copies(index);
    List<DesignLine> columns =
        NotedDesign.parse(records.getValue(NewNotes.DESIGN)).lines(); // whose fields may be renamed
    return columnsOf(before, columns).equals(columnsOf(declared, design.form().lines()))
        ? Optional.empty()
        : Optional.of(
            "index "
                + index.name()
                + " has copies of "
                + fields(before)
                + "; declared: of "
                + fields(declared));
  }

  private static List<String> columnsOf(String fields, List<DesignLine> columns) {
    return Stream.of(fields.split(",", -1))
        .map(
            field ->
                columns.stream()
                    .filter(line -> line.isOfBytes() && line.fields().contains(field))
                    .map(DesignLine::place)
                    .findFirst()
                    .orElse(field))
        .toList();
  }

  private static String fields(String names) {
    return names.isEmpty() ? "no field" : names.replace(",", ", ");
  }
}
