package io.rowandb.client.adapter;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.LostStoreException;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.scan.LargeRowException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.function.Function;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RowTooBigException;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.quotas.QuotaExceededException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.snapshot.SnapshotDoesNotExistException;
import org.apache.hadoop.hbase.snapshot.SnapshotExistsException;
import org.apache.hadoop.hbase.snapshot.SnapshotTTLExpiredException;

/** Converts the engine's failures to the exceptions that a cluster throws. */
public final class ExceptionAdapter {
  private static final String HBASE = "org.apache.hadoop.hbase.";
  private static final String DISABLED = " is disabled.";
  private static final String CONSTRAINT = "org.apache.hadoop.hbase.constraint.ConstraintException";
  private static final String TOO_BIG = "org.apache.hadoop.hbase.regionserver.RowTooBigException";

  private ExceptionAdapter() {}

  /**
   * HBase's exception for {@code failure}, thrown where it was; what caused the failure is its
   * cause. Other input/output failures pass unchanged.
   */
  public static IOException translate(IOException failure) {
    if (failure instanceof RefusedException refused) {
      // The refusal itself says nothing more, and its class is nothing to a program of HBase.
      IOException translated = ofReason(refused);
      translated.setStackTrace(refused.getStackTrace());
      if (refused.getCause() != null) {
        translated.initCause(refused.getCause());
      }
      return translated;
    }
    if (failure instanceof LargeRowException) {
      return ofServer(TOO_BIG, failure.getMessage(), RowTooBigException::new);
    }
    if (failure instanceof CorruptFileException || failure instanceof LostStoreException) {
      return new DoNotRetryIOException(failure.getMessage(), failure);
    }
    if (failure instanceof NoSuchFileException missing) {
      return new DoNotRetryIOException("Missing file " + missing.getMessage(), failure);
    }
    return failure;
  }

  /**
   * A failure of code that a request brought along (a filter, a comparator) or of ours: no retry
   * can cure it.
   */
  public static DoNotRetryIOException unexpected(Throwable failure) {
    return new DoNotRetryIOException(failure.toString(), failure);
  }

  /**
   * A failure that no retry can cure as it comes from a server: of the same class, its message the
   * text of it all, which begins with the name of the class. Programs and HBase's shell read that.
   * The failures of procedures, as one of a quota, come without; so does what HBase's client finds
   * out itself.
   */
  public static IOException asSent(IOException failure) {
    boolean stays =
        !(failure instanceof DoNotRetryIOException)
            || failure instanceof QuotaExceededException
            || isFoundByClient(failure)
            || String.valueOf(failure.getMessage()).startsWith(HBASE);
    if (stays) {
      return failure;
    }
    try {
      Throwable sent = ProtobufUtil.toException(ResponseConverter.buildException(failure));
      if (sent.getClass() != failure.getClass()) {
        return failure;
      }
      sent.setStackTrace(failure.getStackTrace());
      if (failure.getCause() != null) {
        sent.initCause(failure.getCause());
      }
      return (IOException) sent;
    } catch (IOException | IllegalStateException notMadeOfText) {
      // A class that cannot be made of a message alone, or that has made up a cause: it stays.
      return failure;
    }
  }

  /** Whether looking the table's regions up again and repeating the request may help. */
  public static boolean isRegionGone(IOException failure) {
    return failure instanceof RefusedException refused
        && (refused.reason() == RefusedException.Reason.REGION_CLOSED
            || refused.reason() == RefusedException.Reason.WRONG_REGION);
  }

  /** What HBase's client throws for a table that does not exist. */
  public static TableNotFoundException tableNotFound(TableName table) {
    return new TableNotFoundException(table.fullName());
  }

  /** What HBase's master throws for a snapshot that does not exist. */
  public static SnapshotDoesNotExistException snapshotNotFound(String name) {
    return new SnapshotDoesNotExistException(
        "Snapshot '" + name + "' doesn't exist on the filesystem");
  }

  /** What HBase's client throws for a request on a disabled table. */
  public static TableNotEnabledException tableDisabled(TableName table) {
    return new TableNotEnabledException(table.fullName() + DISABLED);
  }

  private static boolean isFoundByClient(IOException failure) {
    return failure instanceof TableNotEnabledException
        && String.valueOf(failure.getMessage()).endsWith(DISABLED);
  }

  /**
   * HBase's exception for a change that the rules of its master forbid. Its class is one of the
   * server: a client that has none of it gets the class above it, and the name in the message.
   */
  public static IOException constraint(String message) {
    return ofServer(CONSTRAINT, CONSTRAINT + ": " + message, DoNotRetryIOException::new);
  }

  /** An exception of a class of HBase's server, or else of the one above it. */
  private static IOException ofServer(
      String name, String message, Function<String, IOException> above) {
    try {
      return Class.forName(name)
          .asSubclass(IOException.class)
          .getConstructor(String.class)
          .newInstance(message);
    } catch (ReflectiveOperationException notThere) {
      return above.apply(message);
    }
  }

  /** HBase's master says no more than the name of what it is about. */
  private static IOException ofReason(RefusedException refused) {
    String message = refused.getMessage();
    String name = refused.subject().isEmpty() ? message : refused.subject();
    return switch (refused.reason()) {
      case TABLE_NOT_FOUND -> new TableNotFoundException(name);
      case TABLE_EXISTS -> new TableExistsException(name);
      case SNAPSHOT_EXISTS ->
          new SnapshotExistsException("Snapshot '" + name + "' already stored on the filesystem.");
      case SNAPSHOT_NOT_FOUND -> snapshotNotFound(name);
      case SNAPSHOT_EXPIRED -> new SnapshotTTLExpiredException(message);
      case TABLE_DISABLED, TABLE_NOT_ENABLED -> new TableNotEnabledException(name);
      case TABLE_NOT_DISABLED -> new TableNotDisabledException(name);
      case NAMESPACE_NOT_FOUND -> new NamespaceNotFoundException(name);
      case NAMESPACE_EXISTS -> new NamespaceExistException(message);
      case NAMESPACE_CONSTRAINT -> constraint(message);
      case NAMESPACE_FULL -> new QuotaExceededException(message);
      case FAMILY_NOT_FOUND -> new NoSuchColumnFamilyException(message);
      case WRONG_REGION -> new WrongRegionException(message);
      case REGION_CLOSED -> new NotServingRegionException(message);
      case NOT_MERGEABLE -> new MergeRegionException(message);
      case REGION_TOO_BUSY -> new RegionTooBusyException(message);
      case BAD_REQUEST, LOG_FAILED, CLOSED -> new DoNotRetryIOException(message);
    };
  }
}
