package io.rowandb.client.hazard;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import java.nio.charset.StandardCharsets;

/** The parts of a table's descriptor that decide about hazards; immutable. */
record TableRules(TableDescriptor descriptor) {
  TableName name() {
    return descriptor.name();
  }

  /** Whether some family is looked at. */
  boolean looks() {
    return descriptor.families().stream().anyMatch(TableRules::looksAt);
  }

  /** Whether a family's cells are looked at; those of a family that is not there are. */
  boolean looksAt(byte[] family) {
    return !isOff(attribute(family, HazardMode.KEY, ""));
  }

  private static boolean looksAt(FamilyDescriptor family) {
    return !isOff(family.attributes().getOrDefault(HazardMode.KEY, ""));
  }

  private static boolean isOff(String value) {
    return value.equalsIgnoreCase(HazardMode.OFF.name());
  }

  /** How many versions a family keeps. */
  int versions(byte[] family) {
    return Integer.parseInt(attribute(family, "VERSIONS", "1"));
  }

  /** Whether a delete marker of a family masks only what was written before it. */
  boolean masksByWriteOrder(byte[] family) {
    return Boolean.parseBoolean(attribute(family, "NEW_VERSION_BEHAVIOR", "false"));
  }

  private String attribute(byte[] family, String name, String fallback) {
    String wanted = new String(family, StandardCharsets.UTF_8);
    for (FamilyDescriptor each : descriptor.families()) {
      if (each.name().equals(wanted)) {
        return each.attributes().getOrDefault(name, fallback);
      }
    }
    return fallback;
  }
}
