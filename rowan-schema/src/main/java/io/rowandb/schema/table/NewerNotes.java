package io.rowandb.schema.table;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What descriptors say of a design in words that this version of Rowan does not know, since a newer
 * one wrote them. It may be a rule of writing. So programs read such a table as far as they
 * understand it, and neither write it nor note anything: what they note of a design is written
 * anew, without the lines that they do not know.
 *
 * <p>What is noted of an index that was given up is no rule of writing: nobody keeps it, and who
 * declares it again builds it anew. An attribute of an unknown name is none either: it stays where
 * it is, whoever notes a design. A newer version that wants older ones to write no more has a line
 * of a new kind in {@code rowan.design}, or another state. Makes no calls.
 */
final class NewerNotes {
  private static final String INDEX = "rowan.index.";
  private static final Set<String> STATES =
      Set.of(NotedIndexes.READY, NewNotes.BUILDING, NewNotes.FAILED);

  private NewerNotes() {}

  /** Why nobody may write tables or note a design of them; empty when one may. */
  static Optional<ChangedDesignException> refusal(Collection<TableDescriptor> tables) {
    Set<String> givenUp = new TreeSet<>(); // which the table of the records tells of all
    tables.forEach(table -> givenUp.addAll(NotedIndexes.givenUp(table)));
    return tables.stream().flatMap(table -> refusal(table, givenUp).stream()).findFirst();
  }

  /**
   * Refuses to note a design.
   *
   * @throws ChangedDesignException naming the first word that is not known
   */
  static void check(Collection<TableDescriptor> tables) {
    refusal(tables)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
  }

  private static Optional<ChangedDesignException> refusal(
      TableDescriptor table, Set<String> givenUp) {
    return NotedAttributes.of(table).entrySet().stream()
        .flatMap(
            note ->
                unknown(note.getKey(), note.getValue(), givenUp)
                    .map(what -> ChangedDesignException.ofNewer(table, note.getKey(), what))
                    .stream())
        .findFirst();
  }

  /** What is not known of a value, in words; empty when it is, or says nothing of designs. */
  private static Optional<String> unknown(String attribute, String value, Set<String> givenUp) {
    if (attribute.startsWith(INDEX)) {
      int end = attribute.lastIndexOf('.');
      boolean isKept =
          end > INDEX.length() && !givenUp.contains(attribute.substring(INDEX.length(), end));
      return isKept ? ofIndex(attribute.substring(end + 1), value) : Optional.empty();
    }
    if (attribute.startsWith(NotedViews.PREFIX)) {
      return word(value, value.equals(NotedViews.KEPT) || NotedIndexes.end(value) != null);
    }
    return switch (attribute) {
      case NewNotes.DESIGN -> NotedDesign.unknown(value);
      case NotedViews.STATE ->
          word(value, STATES.contains(value) || value.equals(NotedIndexes.GIVEN_UP));
      default -> Optional.empty();
    };
  }

  private static Optional<String> ofIndex(String kind, String value) {
    return switch (kind) {
      case "design" -> NotedDesign.unknown(value);
      case "fields" -> NotedDesign.unknownFormat(value); // its places are names
      case "state" -> word(value, isState(value));
      case "table" -> word(value, value.indexOf(' ') < 0 || NotedIndexes.end(value) != null);
      default -> Optional.empty();
    };
  }

  /** Whether this version knows a state of an index. */
  static boolean isState(String state) {
    return STATES.contains(state);
  }

  private static Optional<String> word(String value, boolean known) {
    return known ? Optional.empty() : Optional.of("the word '" + value + "'");
  }
}
