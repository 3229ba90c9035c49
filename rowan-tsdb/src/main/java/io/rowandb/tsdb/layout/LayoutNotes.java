package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.MoveNotes;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a table of points says of its layout, in its descriptor:
 *
 * <pre>
 *   attribute                of             value
 *   rowan.tsdb.layout        the new table  its layout, such as 1/20/3/3/4: bytes of salt, buckets,
 *                                           bytes of UIDs of metrics, tag keys and tag values
 *   rowan.tsdb.layout.from   the new table  the old one
 *   rowan.tsdb.layout.whole  the new table  true, when it may be read
 *   rowan.tsdb.layout.to     the old table  the new one
 *   rowan.tsdb.layout.phase  the old table  the word of a {@link LayoutPhase}
 * </pre>
 *
 * Makes no calls.
 */
final class LayoutNotes {
  private static final String LAYOUT = "rowan.tsdb.layout";
  private static final String FROM = MoveNotes.FROM;
  private static final String WHOLE = MoveNotes.WHOLE;
  private static final String TO = "rowan.tsdb.layout.to";
  private static final String PHASE = MoveNotes.PHASE;
  private static final Pattern WORD = Pattern.compile("[0-9]+(/[0-9]+){4}");

  private LayoutNotes() {}

  static String word(PointKeyLayout layout) {
    return layout.saltWidth()
        + "/"
        + layout.saltBuckets()
        + "/"
        + layout.metricWidth()
        + "/"
        + layout.tagKeyWidth()
        + "/"
        + layout.tagValueWidth();
  }

  /**
   * Whether keys are the same by both; without salt, it does not matter how many there would be.
   */
  static boolean isSame(PointKeyLayout one, PointKeyLayout other) {
    return one.saltWidth() == other.saltWidth()
        && (one.saltWidth() == 0 || one.saltBuckets() == other.saltBuckets())
        && one.metricWidth() == other.metricWidth()
        && one.tagKeyWidth() == other.tagKeyWidth()
        && one.tagValueWidth() == other.tagValueWidth();
  }

  /**
   * The layout of a table; empty when it does not say it.
   *
   * @throws IllegalStateException when it says it in a way that this version does not know
   */
  static Optional<PointKeyLayout> layout(TableDescriptor table) {
    String word = table.getValue(LAYOUT);
    if (word == null) {
      return Optional.empty();
    }
    try {
      if (WORD.matcher(word).matches()) {
        String[] parts = word.split("/", -1);
        return Optional.of(
            new PointKeyLayout(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4])));
      }
    } catch (IllegalArgumentException e) {
      throw unknown(table, LAYOUT, word, e);
    }
    throw unknown(table, LAYOUT, word, null);
  }

  private static IllegalStateException unknown(
      TableDescriptor table, String attribute, String word, RuntimeException cause) {
    return new IllegalStateException(
        "table "
            + table.getTableName()
            + " has "
            + attribute
            + " = \""
            + word
            + "\", which this version does not know",
        cause);
  }

  static LayoutPhase phase(TableDescriptor old) {
    String word = old.getValue(PHASE);
    if (word == null) {
      return LayoutPhase.NONE;
    }
    for (LayoutPhase phase : LayoutPhase.values()) {
      if (phase.word().equals(word)) {
        return phase;
      }
    }
    throw unknown(old, PHASE, word, null);
  }

  static Optional<TableName> target(TableDescriptor old) {
    return Optional.ofNullable(old.getValue(TO)).map(TableName::valueOf);
  }

  static Optional<TableName> origin(TableDescriptor target) {
    return Optional.ofNullable(target.getValue(FROM)).map(TableName::valueOf);
  }

  static boolean isWhole(TableDescriptor target) {
    return origin(target).isEmpty() || Boolean.parseBoolean(target.getValue(WHOLE));
  }

  /** The old table in a phase; read-only when nobody is to write it any more. */
  static TableDescriptor in(LayoutPhase phase, TableDescriptor old, TableName target) {
    boolean readOnly = phase.compareTo(LayoutPhase.FENCED) >= 0;
    if (phase == LayoutPhase.NONE) {
      return TableDescriptorBuilder.newBuilder(old)
          .removeValue(Bytes.toBytes(TO))
          .removeValue(Bytes.toBytes(PHASE))
          .setReadOnly(false)
          .build();
    }
    return TableDescriptorBuilder.newBuilder(old)
        .setValue(TO, target.getNameAsString())
        .setValue(PHASE, phase.word())
        .setReadOnly(readOnly)
        .build();
  }

  /** The new table of points, which is not whole. */
  static TableDescriptor begun(TableDescriptor target, TableName old, PointKeyLayout layout) {
    return TableDescriptorBuilder.newBuilder(target)
        .setValue(LAYOUT, word(layout))
        .setValue(FROM, old.getNameAsString())
        .build();
  }

  /** One of the other new tables. */
  static TableDescriptor begun(TableDescriptor target, TableName old) {
    return TableDescriptorBuilder.newBuilder(target).setValue(FROM, old.getNameAsString()).build();
  }

  static TableDescriptor whole(TableDescriptor target, boolean readOnly) {
    return TableDescriptorBuilder.newBuilder(target)
        .setValue(WHOLE, "true")
        .setReadOnly(readOnly)
        .build();
  }
}
