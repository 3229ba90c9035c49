package io.rowandb.hbasetests;

/** Where HBase's tests enter a store, and the lists of what they do there. */
enum Door {
  /** HBase's own client classes. */
  COMPLETE("complete", "classes.txt", "excluded-tests.txt", "left-out-classes.txt"),

  /** Rowan's own implementations of the client's interfaces. */
  FAST("fast", "fast-classes.txt", "fast-excluded-tests.txt", "fast-left-out-classes.txt");

  private final String reportSuffix;
  private final String classes;
  private final String excludedTests;
  private final String leftOutClasses;

  Door(String reportSuffix, String classes, String excludedTests, String leftOutClasses) {
    this.reportSuffix = reportSuffix;
    this.classes = classes;
    this.excludedTests = excludedTests;
    this.leftOutClasses = leftOutClasses;
  }

  /** How the names of Surefire's reports about it end, before the dot. */
  String reportSuffix() {
    return reportSuffix;
  }

  /** The file of the classes that run. */
  String classes() {
    return classes;
  }

  /** The file of their methods that do not. */
  String excludedTests() {
    return excludedTests;
  }

  /** The file of the classes of which nothing runs. */
  String leftOutClasses() {
    return leftOutClasses;
  }
}
