package io.rowandb.engine.background;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.Region;

/**
 * Stands between the users of tables and their regions, to count or refuse their requests. See
 * {@code Database.interpose}.
 */
@FunctionalInterface
public interface RegionInterposer {
  /** What users of a table get for one of its regions; the region itself to stay out of the way. */
  Region between(TableName table, Region region);
}
