package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Optionals;
import io.rowandb.schema.key.KeyGroup;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Puts and deletions of records of one group, made as one. Used by one thread, once; its thread
 * rules are otherwise those of its writer.
 */
final class TogetherChanges<R> {
  /** What HBase says of a row that is not in the region of the first one. */
  private static final String OTHER_REGION = "Requested row out of range";

  // Fixed at construction.
  private final TableDesign<R> design;
  private final KeyGroup<R> group;
  private final RecordWriter<R> writer;
  private final KeyFields<R> keyFields;
  private final byte[] prefix;

  private final List<R> written = new ArrayList<>();
  private final List<byte[]> deleted = new ArrayList<>();
  private final Set<ByteBuffer> rows = new HashSet<>();

  TogetherChanges(
      TableDesign<R> design, KeyGroup<R> group, RecordWriter<R> writer, Object... values) {
    this.design = design;
    this.group = group;
    this.writer = writer;
    keyFields = new KeyFields<>(design.name().toString(), design.key());
    prefix = prefix(values);
  }

  private byte[] prefix(Object... values) {
    List<Component> fields = group.fields();
    if (values == null || values.length != fields.size()) {
      throw new IllegalArgumentException(
          "records of "
              + design.name()
              + " are together by "
              + names()
              + ", and not by "
              + (values == null ? "null" : values.length + " values"));
    }
    for (int i = 0; i < values.length; i++) {
      design.shape().checkType(fields.get(i), Optionals.plain(values[i]));
    }
    return group.encode(field -> Optionals.plain(values[fields.indexOf(field)]));
  }

  private List<String> names() {
    return group.fields().stream().map(Component::name).toList();
  }

  void put(R record) {
    R taken = design.taken(record);
    take(design.key().encode(taken), "a record");
    written.add(taken);
  }

  void delete(R record) {
    byte[] row = design.key().encode(design.present(record));
    take(row, "a record");
    deleted.add(row);
  }

  void deleteKey(Object... key) {
    if (keyFields.isLossy()) {
      throw new IllegalArgumentException(
          "the key of "
              + design.name()
              + " holds a field lossily, so a row may have another record than that of these values,"
              + " and is not looked at here: delete(record) deletes the row");
    }
    byte[] row = keyFields.encode(key);
    take(row, "a key");
    deleted.add(row);
  }

  private void take(byte[] row, String what) {
    if (row.length < prefix.length
        || !Arrays.equals(row, 0, prefix.length, prefix, 0, prefix.length)) {
      throw refused(
          what
              + " of row "
              + Bytes.toStringBinary(row)
              + " has another "
              + names()
              + ": rows that are written as one begin with "
              + Bytes.toStringBinary(prefix));
    }
    if (rows.size() == RowBatch.ROWS) {
      throw refused("no more than " + RowBatch.ROWS + " records are written as one");
    }
    if (!rows.add(ByteBuffer.wrap(row))) {
      throw refused(
          "row "
              + Bytes.toStringBinary(row)
              + " is written or deleted twice, and all is done at one time");
    }
  }

  private IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("table " + design.name() + ": " + reason);
  }

  CompletableFuture<Void> run() {
    if (rows.isEmpty()) {
      throw refused("no record to write or delete is given, and run() does that");
    }
    return writer
        .together(written, deleted)
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(named(failure)));
  }

  /** A failure that says what is to be done where the table does not fit its design. */
  private Throwable named(Throwable failure) {
    Throwable cause = Steps.cause(failure);
    if (cause instanceof UnknownProtocolException) {
      return new IllegalStateException(
          "table "
              + design.name()
              + " has no MultiRowMutationEndpoint, since it was made by another design; no record is"
              + " written. Set the attributes that the design's descriptor() has: "
              + cause.getMessage(),
          cause);
    }
    if (cause instanceof DoNotRetryIOException
        && String.valueOf(cause.getMessage()).contains(OTHER_REGION)) {
      return new IOException(
          "rows of table "
              + design.name()
              + " with the same "
              + names()
              + " are in several regions, and HBase writes only those of one as one; no record is"
              + " written. Merge the regions, and set the restriction of splits that the design's"
              + " descriptor() has: "
              + cause.getMessage(),
          cause);
    }
    return cause;
  }
}
