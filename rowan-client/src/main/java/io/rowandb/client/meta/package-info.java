/**
 * {@code hbase:meta}, the table in which HBase's clients look up regions and table states.
 *
 * <p>Enters: the catalogue of a {@link io.rowandb.engine.Database}. Leaves: a {@link
 * io.rowandb.engine.region.Region} that holds one row per region and one per table, in HBase's
 * format and in the order of HBase's meta comparator. Runs in the threads of the callers; changes
 * are made one at a time. Nothing here survives a crash, because all of it is derived: the table is
 * rebuilt from the catalogue whenever the services of a database are opened.
 *
 * <p>Read {@link io.rowandb.client.meta.MetaTable} first.
 */
package io.rowandb.client.meta;
