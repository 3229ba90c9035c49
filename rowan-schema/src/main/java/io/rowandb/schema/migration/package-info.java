/**
 * Changing the key of a live table, or where its details are: its records move to a table of
 * another design, while programs read and write.
 *
 * <p>{@link io.rowandb.schema.migration.Migration} says from where to where; programs read and
 * write through a {@link io.rowandb.schema.migration.MigratedTable}, whatever the phase is; and one
 * program moves the records, phase by phase, by a {@link io.rowandb.schema.migration.MigrationRun}.
 * The phases are in {@link io.rowandb.schema.table.MigrationPhase}.
 *
 * <p>Until the end the new table is a view of the old one ({@link io.rowandb.schema.view}), and the
 * chain of each record's writes is in the old one's rows. At the end the old table becomes
 * read-only: the servers refuse whatever comes late. From then on a record is written in the new
 * table, behind what its row in the old one says that is left to be done.
 */
package io.rowandb.schema.migration;
