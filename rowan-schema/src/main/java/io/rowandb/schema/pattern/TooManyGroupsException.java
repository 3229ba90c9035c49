package io.rowandb.schema.pattern;

/**
 * The records of a read are in more groups than may be kept in memory: {@link Groups#atMost}. The
 * read has ended, and its scanners are closed.
 */
public final class TooManyGroupsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooManyGroupsException(String message) {
    super(message);
  }

  /**
   * Of a read.
   *
   * @param field whose values make the groups, as in messages
   */
  static TooManyGroupsException of(String field, int most) {
    return new TooManyGroupsException(
        "a read by groups keeps them in memory, at most "
            + most
            + ", and "
            + field
            + " has more values than that: restrict the read, for example to a range of the field,"
            + " read the records in the order of the field and add them up as they come, or allow"
            + " more with atMost");
  }
}
