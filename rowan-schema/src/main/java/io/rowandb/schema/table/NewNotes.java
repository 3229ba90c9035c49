package io.rowandb.schema.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Builds the notes in descriptors: the attributes of {@link DesignNotes}. Makes no calls. */
final class NewNotes {
  static final String DESIGN = "rowan.design";
  static final String BUILDING = "building";
  static final String FAILED = "failed";
  static final String MARKED = "rowan.marked";
  static final String FINGERPRINT = "rowan.fingerprint";

  /** The end of an attribute that has the name of the records' table. */
  static final String RECORDS = ".records";

  private NewNotes() {}

  static String designOf(IndexDesign<?> index) {
    return designOf(index.name());
  }

  static String designOf(String index) {
    return "rowan.index." + index + ".design";
  }

  static String fieldsOf(IndexDesign<?> index) {
    return fieldsOf(index.name());
  }

  static String fieldsOf(String index) {
    return "rowan.index." + index + ".fields";
  }

  static String familyOf(String index) {
    return "rowan.index." + index + ".family";
  }

  static String copiesOf(String index) {
    return "rowan.index." + index + ".copies";
  }

  static String recordsOf(String index) {
    return "rowan.index." + index + RECORDS;
  }

  static String recordsOfDetails(String field) {
    return "rowan.details." + field + RECORDS;
  }

  static String stateOf(IndexDesign<?> index) {
    return "rowan.index." + index.name() + ".state";
  }

  static String failureOf(IndexDesign<?> index) {
    return "rowan.index." + index.name() + ".failure";
  }

  static String buildOf(IndexDesign<?> index) {
    return "rowan.index." + index.name() + ".build";
  }

  /** What the records' table gets when it is made: nothing is in it, so all indexes are built. */
  static <R> Map<String, String> ofNew(TableForm<R> form, List<IndexDesign<R>> indexes) {
    Map<String, String> notes = ofDesign(form, indexes);
    indexes.forEach(index -> notes.put(stateOf(index), NotedIndexes.READY));
    return notes;
  }

  /** What the records' table has of its design. */
  static <R> Map<String, String> ofDesign(TableForm<R> form, List<IndexDesign<R>> indexes) {
    Map<String, String> notes = new TreeMap<>();
    notes.put(DESIGN, new NotedDesign(form.lines()).toText());
    notes.put(FINGERPRINT, Fingerprint.of(form, indexes));
    if (form.isMarked()) {
      notes.put(MARKED, "true");
    }
    notes.putAll(NotedIndexes.of(indexes));
    for (IndexDesign<R> index : indexes) {
      if (index.isInTableOfRecords()) {
        notes.putAll(ofIndex(form, index));
      }
    }
    return notes;
  }

  /** What the table of an index's entries gets when it is made. */
  static Map<String, String> ofIndex(TableForm<?> form, IndexDesign<?> index) {
    Map<String, String> notes = new TreeMap<>();
    notes.put(designOf(index), new NotedDesign(index.lines()).toText());
    notes.put(fieldsOf(index), IndexSources.text(form, index));
    notes.put(familyOf(index.name()), index.family().getNameAsString());
    notes.put(recordsOf(index.name()), form.name().getNameAsString());
    if (index.hasCopies()) {
      notes.put(copiesOf(index.name()), copies(index));
    }
    return notes;
  }

  /** The fields that entries have copies of, with commas between; empty for none. */
  static String copies(IndexDesign<?> index) {
    return String.join(",", IndexDesign.names(index.copied()));
  }

  /** The same notes, and what is to be gone of those of the index that was there before. */
  static Map<String, String> ofIndexAnew(TableForm<?> form, IndexDesign<?> index) {
    Map<String, String> notes = ofIndex(form, index);
    notes.putIfAbsent(copiesOf(index.name()), ""); // HBase removes an attribute without a value
    return notes;
  }

  /** What the table of details gets when it is made. */
  static Map<String, String> ofDetails(TableForm<?> form, TallDetails<?, ?> details) {
    return Map.of(recordsOfDetails(details.component().name()), form.name().getNameAsString());
  }

  static TableDescriptor with(TableDescriptor table, Map<String, String> notes) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    notes.forEach(builder::setValue);
    return builder.build();
  }

  /** The table of an index's entries, made for records that are there. */
  static TableDescriptor building(TableDescriptor table, String index) {
    return with(table, Map.of("rowan.index." + index + ".state", BUILDING));
  }

  /** What the table of an index's entries gets with each beginning. */
  static Map<String, String> begun(IndexDesign<?> index) {
    return Map.of(stateOf(index), BUILDING, buildOf(index), UUID.randomUUID().toString());
  }
}
