package io.rowandb.engine.region;

import java.io.IOException;

/** A request was refused and changed nothing; the message names the value and the rule. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why; the client maps each to HBase's exception class. */
  public enum Reason {
    /** No such table. */
    TABLE_NOT_FOUND,
    /** A table of this name exists already. */
    TABLE_EXISTS,
    /** The table is disabled. */
    TABLE_DISABLED,
    /** A snapshot of this name exists already. */
    SNAPSHOT_EXISTS,
    /** No such snapshot. */
    SNAPSHOT_NOT_FOUND,
    /** The snapshot's time to live is over. */
    SNAPSHOT_EXPIRED,
    /** The operation needs a disabled table. */
    TABLE_NOT_DISABLED,
    /** The operation needs an enabled table. */
    TABLE_NOT_ENABLED,
    /** No such namespace. */
    NAMESPACE_NOT_FOUND,
    /** A namespace of this name exists already. */
    NAMESPACE_EXISTS,
    /** The namespace may not be dropped or changed: not empty, or a system one. */
    NAMESPACE_CONSTRAINT,
    /** The namespace may not have so many tables or regions. */
    NAMESPACE_FULL,
    /** The table has no such family. */
    FAMILY_NOT_FOUND,
    /** The row is not in this region. */
    WRONG_REGION,
    /** The region was closed, split or deleted; look it up again. */
    REGION_CLOSED,
    /** These regions cannot be merged: not neighbours of one table, or not compacted. */
    NOT_MERGEABLE,
    /** Memstores or store files are over their limits and did not shrink in time; try again. */
    REGION_TOO_BUSY,
    /** The value, row or cell breaks a limit or does not have the form the operation needs. */
    BAD_REQUEST,
    /** The log failed earlier; reads go on, writes need a reopen. */
    LOG_FAILED,
    /** The database is closed. */
    CLOSED
  }

  private final Reason reason;
  private final String subject;

  /** A refusal. */
  public RefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
    this.subject = "";
  }

  /**
   * A refusal that is about one thing.
   *
   * @param subject the name of the table, namespace or snapshot
   */
  public RefusedException(Reason reason, String subject, String message) {
    super(message);
    this.reason = reason;
    this.subject = subject;
  }

  /** A refusal that another failure caused. */
  public RefusedException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.subject = "";
  }

  /** The name of the table, namespace or snapshot that it is about; empty when not said. */
  public String subject() {
    return subject;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
