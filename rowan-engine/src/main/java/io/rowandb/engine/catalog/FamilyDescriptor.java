package io.rowandb.engine.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A column family and its attributes, by HBase's names (VERSIONS, TTL, BLOOMFILTER, …).
 *
 * @param name 1 to 127 bytes of printable characters, no {@code :} or {@code /}, no leading dot
 * @param attributes HBase's attribute names and values as text, one char per byte (ISO 8859-1), so
 *     that any bytes survive
 */
public record FamilyDescriptor(String name, Map<String, String> attributes) {
  /** Begins the name of an attribute that HBase keeps among a family's configuration. */
  public static final String CONFIGURATION_PREFIX = "CONFIGURATION:";

  /** Copies the attributes and checks the name. */
  public FamilyDescriptor {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > Byte.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Family name must have 1 to 127 bytes: \"" + name + "\" has " + bytes);
    }
    if (name.charAt(0) == '.') {
      throw new IllegalArgumentException(
          "Family name \"" + name + "\" must not start with a period");
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isISOControl(c) || c == ':' || c == '/' || c == '\\') {
        throw new IllegalArgumentException(
            "Family name \"" + name + "\" has an illegal character (code " + (int) c + ") at " + i);
      }
    }
  }

  /** A family with HBase's default attributes. */
  public static FamilyDescriptor of(String name) {
    return new FamilyDescriptor(name, Map.of());
  }

  /** What a key of HBase's configuration is set to for this family, or null. */
  public String configured(String key) {
    String value = attributes.get(key);
    return value == null ? attributes.get(CONFIGURATION_PREFIX + key) : value;
  }
}
