package io.rowandb.schema.table;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a table records about the move of its records to another one, in its descriptor:
 *
 * <pre>
 *   attribute              of             value
 *   rowan.migration.to     the old table  the new one
 *   rowan.migration.phase  the old table  the word of a {@link MigrationPhase}
 *   rowan.migration.since  the old table  when the comparison before the end began, in milliseconds
 *                                         since 1970: the new one has what is older
 *   rowan.migration.from   the new table  the old one, when the new one is on its own: whatever has
 *                                         the old one's name later, the records are here
 * </pre>
 *
 * <p>Meanwhile the new table is a view of the old one, of which {@link ViewNotes} has the rest.
 * Makes no calls.
 */
public final class MigrationNotes {
  private static final String TO = "rowan.migration.to";
  private static final String PHASE = "rowan.migration.phase";
  private static final String SINCE = "rowan.migration.since";
  private static final String FROM = "rowan.migration.from";

  private MigrationNotes() {}

  /** Where the records of a table are moved; empty when they are not. */
  public static Optional<TableName> target(TableDescriptor old) {
    return Optional.ofNullable(old.getValue(TO)).map(TableName::valueOf);
  }

  /**
   * How far the records of a table are moved.
   *
   * @throws IllegalStateException when it says so in a word that this version does not know
   */
  public static MigrationPhase phase(TableDescriptor old) {
    String word = old.getValue(PHASE);
    if (word == null || target(old).isEmpty()) {
      return MigrationPhase.NONE;
    }
    for (MigrationPhase phase : MigrationPhase.values()) {
      if (phase.word().equals(word)) {
        return phase;
      }
    }
    throw new IllegalStateException(
        "table "
            + old.getTableName()
            + " says that its migration is in the phase "
            + word
            + ", which this version does not know");
  }

  /**
   * The old table in another phase; read-only when nobody is to write it any more.
   *
   * @param phase for {@code NONE} the table knows nothing of a migration any more
   */
  public static TableDescriptor in(MigrationPhase phase, TableDescriptor old, TableName target) {
    if (phase == MigrationPhase.NONE) {
      return TableDescriptorBuilder.newBuilder(old)
          .removeValue(Bytes.toBytes(TO))
          .removeValue(Bytes.toBytes(PHASE))
          .removeValue(Bytes.toBytes(SINCE))
          .build();
    }
    TableDescriptor noted =
        NewNotes.with(old, Map.of(TO, target.getNameAsString(), PHASE, phase.word()));
    if (!phase.isReadOnly()) {
      return noted;
    }
    TableDescriptor fenced = TableDescriptorBuilder.newBuilder(noted).setReadOnly(true).build();
    return phase == MigrationPhase.ENDED ? ViewNotes.withoutView(fenced, target) : fenced;
  }

  /**
   * The old table, of which the new one has all that is older than a time.
   *
   * @param sinceMillis since 1970
   */
  public static TableDescriptor withCompared(TableDescriptor old, long sinceMillis) {
    return NewNotes.with(old, Map.of(SINCE, Long.toString(sinceMillis)));
  }

  /** Since when the new table may lack what is in the old one; 0 if that is not known. */
  public static long comparedMillis(TableDescriptor old) {
    String noted = old.getValue(SINCE);
    return noted == null ? 0 : Long.parseLong(noted);
  }

  /** The new table, which is on its own from now on. */
  public static TableDescriptor withOrigin(TableDescriptor target, TableName old) {
    return NewNotes.with(target, Map.of(FROM, old.getNameAsString()));
  }

  /** Whether a table has the records of another, and is on its own. */
  public static boolean isFrom(TableDescriptor target, TableName old) {
    return old.getNameAsString().equals(target.getValue(FROM));
  }

  /**
   * Whether programs that write the records of a table write a view of them, as far as it knows.
   */
  public static boolean isWritten(TableDescriptor old, TableName target) {
    return ViewNotes.written(old)
        .filter(views -> views.contains(target.getNameAsString()))
        .isPresent();
  }

  /** Why no read of a table is answered, since its records are elsewhere; empty when it is. */
  static Optional<String> unserved(TableDescriptor old) {
    return phase(old).compareTo(MigrationPhase.ENDING) >= 0
        ? Optional.of(moved(old))
        : Optional.empty();
  }

  /** Why a program must not write a table; empty when it may. */
  static Optional<ChangedDesignException> refusal(TableDescriptor old) {
    return phase(old).isFenced()
        ? Optional.of(ChangedDesignException.isMoved(moved(old)))
        : Optional.empty();
  }

  private static String moved(TableDescriptor old) {
    return "the records of "
        + old.getTableName()
        + " are moved to table "
        + old.getValue(TO)
        + ", of another design: use that";
  }
}
