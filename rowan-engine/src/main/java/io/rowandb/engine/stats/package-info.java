/**
 * What a store tells of itself: sizes and counts of the whole, of its tables, regions and families.
 *
 * <p>Enters: figures of the parts of an open database, or a directory that any process may have
 * open. Leaves: records of one moment. Nothing is locked or changed; any thread may ask.
 *
 * <p>Read {@link io.rowandb.engine.stats.DatabaseStats} first, for an open database, then {@link
 * io.rowandb.engine.stats.DatabaseSizes}, for its files.
 */
package io.rowandb.engine.stats;
