package io.rowandb.engine.catalog;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A group of tables.
 *
 * @param name its name
 * @param attributes free settings
 */
public record NamespaceDescriptor(String name, Map<String, String> attributes) {
  /** Copies the attributes. */
  public NamespaceDescriptor {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
  }
}
