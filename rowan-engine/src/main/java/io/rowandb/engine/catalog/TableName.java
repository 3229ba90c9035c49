package io.rowandb.engine.catalog;

/**
 * A table's name.
 *
 * @param namespace {@code default} for names written without one
 * @param qualifier the name inside the namespace
 */
public record TableName(String namespace, String qualifier) implements Comparable<TableName> {
  /** The namespace of names written without one. */
  public static final String DEFAULT_NAMESPACE = "default";

  /** The namespace of {@code hbase:meta} and its like. */
  public static final String SYSTEM_NAMESPACE = "hbase";

  /** The table that is derived from the catalogue and is never in it. */
  public static final TableName META = new TableName(SYSTEM_NAMESPACE, "meta");

  /** Checks both parts by HBase's rules: letters, digits, {@code _ - .}; no leading - or dot. */
  public TableName {
    checkNamespace(namespace);
    check("Table name", qualifier, true);
  }

  /** Refuses a name that no namespace can have. */
  static void checkNamespace(String namespace) {
    check("Namespace", namespace, false);
  }

  /** Parses {@code name} or {@code namespace:name}. */
  public static TableName of(String fullName) {
    int colon = fullName.indexOf(':');
    return colon < 0
        ? new TableName(DEFAULT_NAMESPACE, fullName)
        : new TableName(fullName.substring(0, colon), fullName.substring(colon + 1));
  }

  /** {@code name} in the default namespace, else {@code namespace:name}. */
  public String fullName() {
    return namespace.equals(DEFAULT_NAMESPACE) ? qualifier : namespace + ":" + qualifier;
  }

  @Override
  public int compareTo(TableName other) {
    int c = namespace.compareTo(other.namespace);
    return c != 0 ? c : qualifier.compareTo(other.qualifier);
  }

  // Written out: every request looks its table up by name, and the methods that the compiler would
  // leave to the run time take 20 ms of a start to link.
  @Override
  public boolean equals(Object other) {
    return other instanceof TableName that
        && qualifier.equals(that.qualifier)
        && namespace.equals(that.namespace);
  }

  @Override
  public int hashCode() {
    return 31 * namespace.hashCode() + qualifier.hashCode();
  }

  @Override
  public String toString() {
    return fullName();
  }

  private static void check(String what, String text, boolean dotsAndDashes) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(what + " must not be empty");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean word = c == '_' || Character.isLetterOrDigit(c);
      boolean inner = dotsAndDashes && (c == '.' || c == '-') && i > 0;
      if (!word && !inner) {
        throw new IllegalArgumentException(
            what + " \"" + text + "\" has an illegal character '" + c + "' at " + i);
      }
    }
  }
}
