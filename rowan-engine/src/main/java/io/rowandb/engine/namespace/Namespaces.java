package io.rowandb.engine.namespace;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.StoreNames;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Changes of namespaces, by HBase's rules: {@code default} and {@code hbase} always exist. */
public final class Namespaces {
  private static final Set<String> RESERVED =
      Set.of(TableName.DEFAULT_NAMESPACE, TableName.SYSTEM_NAMESPACE);

  private final Manifest manifest;

  /** Those of a manifest. */
  public Namespaces(Manifest manifest) {
    this.manifest = manifest;
  }

  /** All of them, sorted. */
  public List<NamespaceDescriptor> all() {
    return List.copyOf(manifest.catalog().namespaces().values());
  }

  /** Makes one; refuses a name that another has. */
  public void create(NamespaceDescriptor namespace) throws IOException {
    String name = namespace.name();
    if (manifest.catalog().namespaces().containsKey(name)) {
      throw new RefusedException(
          Reason.NAMESPACE_EXISTS, name, "Namespace " + name + " already exists");
    }
    checkName(name);
    NamespaceQuota.check(namespace);
    StoreNames.requireLength("Name of a namespace", name);
    manifest.append(List.of(new ManifestEdit.NamespacePut(namespace)));
  }

  /** Replaces the attributes of one. */
  public void modify(NamespaceDescriptor namespace) throws IOException {
    requireExisting(namespace.name());
    NamespaceQuota.check(namespace);
    manifest.append(List.of(new ManifestEdit.NamespacePut(namespace)));
  }

  /** Removes one without tables. */
  public void delete(String name) throws IOException {
    requireExisting(name);
    if (RESERVED.contains(name)) {
      throw new RefusedException(
          Reason.NAMESPACE_CONSTRAINT, "Reserved namespace " + name + " cannot be removed.");
    }
    long count =
        manifest.catalog().tables().keySet().stream()
            .filter(table -> table.namespace().equals(name))
            .count();
    if (count > 0) {
      throw new RefusedException(
          Reason.NAMESPACE_CONSTRAINT,
          "Only empty namespaces can be removed. Namespace " + name + " has " + count + " tables");
    }
    manifest.append(List.of(new ManifestEdit.NamespaceRemoved(name)));
  }

  private void requireExisting(String name) throws RefusedException {
    if (!manifest.catalog().namespaces().containsKey(name)) {
      throw new RefusedException(
          Reason.NAMESPACE_NOT_FOUND, name, "Namespace " + name + " not found");
    }
  }

  private static void checkName(String name) throws RefusedException {
    boolean legal =
        !name.isEmpty() && name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
    if (!legal) {
      throw new RefusedException(
          Reason.BAD_REQUEST,
          "Namespace \"" + name + "\" must consist of letters, digits and underscores");
    }
  }
}
