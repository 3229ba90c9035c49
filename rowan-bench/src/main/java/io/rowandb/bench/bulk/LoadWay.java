package io.rowandb.bench.bulk;

/** A way to load the lines; each writes a row for a line, and two by which it is found. */
public enum LoadWay {
  LINES("./rowan load --bulk"),
  FILES("RecordBulkLoad"),
  FILES_MARKED("RecordBulkLoad, with marks"),
  PUTS("RecordTable.load"),
  PUTS_MARKED("RecordTable.load, with marks");

  private final String title;

  LoadWay(String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }

  boolean isMarked() {
    return this == FILES_MARKED || this == PUTS_MARKED;
  }

  boolean isByFiles() {
    return this == FILES || this == FILES_MARKED;
  }
}
