package io.rowandb.client.meta;

import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.NamespaceNotFoundException;

/**
 * Which tables a list has, by HBase's rules. Stateless, safe for many threads. A list is consistent
 * only if no table changes meanwhile.
 */
public final class WantedTables {
  private WantedTables() {}

  /**
   * The tables wanted, sorted by name.
   *
   * @param namespace null or empty for any
   * @param regex of the whole name, in the default namespace with or without it; null for any
   * @param includeSystem whether those of the system's namespace are wanted too
   * @throws NamespaceNotFoundException when there is no such namespace
   * @throws java.util.regex.PatternSyntaxException when {@code regex} is none
   */
  public static List<TableView> of(
      Database database, String namespace, String regex, boolean includeSystem) throws IOException {
    if (namespace != null && !namespace.isEmpty()) {
      expectNamespace(database, namespace);
    }
    List<TableName> names = new ArrayList<>(database.tableNames());
    names.add(MetaTable.NAME);
    names.sort(null);
    Predicate<String> matches =
        regex == null ? text -> true : Pattern.compile(regex).asMatchPredicate();
    List<TableView> wanted = new ArrayList<>();
    for (TableName name : names) {
      boolean system = name.namespace().equals(TableName.SYSTEM_NAMESPACE);
      boolean inNamespace =
          namespace == null || namespace.isEmpty() || namespace.equals(name.namespace());
      if ((includeSystem || !system) && inNamespace && matches(name, matches)) {
        TableView view = database.table(name);
        if (view != null) {
          wanted.add(view);
        }
      }
    }
    return wanted;
  }

  /** A table in the default namespace matches with and without it. */
  private static boolean matches(TableName name, Predicate<String> pattern) {
    return pattern.test(name.fullName()) || pattern.test(name.namespace() + ":" + name.qualifier());
  }

  private static void expectNamespace(Database database, String namespace) throws IOException {
    if (database.namespaces().stream().noneMatch(each -> each.name().equals(namespace))) {
      throw new NamespaceNotFoundException(namespace);
    }
  }
}
