package net.opentsdb.meta;

import java.lang.reflect.Method;

/** What OpenTSDB stores of an annotation. */
public final class AnnotationJudge {
  private final Annotation note = new Annotation();

  /**
   * Of one.
   *
   * @param tsuid null for none
   */
  public AnnotationJudge(String tsuid, long startTime, String description) {
    note.setTSUID(tsuid);
    note.setStartTime(startTime);
    note.setDescription(description);
  }

  /** Its row, of UIDs of three bytes. */
  public byte[] row(byte[] tsuid) throws ReflectiveOperationException {
    Method row = Annotation.class.getDeclaredMethod("getRowKey", long.class, byte[].class);
    row.setAccessible(true);
    return (byte[]) row.invoke(null, note.getStartTime(), tsuid);
  }

  /** Its column. */
  public byte[] qualifier() throws ReflectiveOperationException {
    Method qualifier = Annotation.class.getDeclaredMethod("getQualifier", long.class);
    qualifier.setAccessible(true);
    return (byte[]) qualifier.invoke(null, note.getStartTime());
  }

  /** Its value. */
  public byte[] json() {
    return note.getStorageJSON();
  }
}
