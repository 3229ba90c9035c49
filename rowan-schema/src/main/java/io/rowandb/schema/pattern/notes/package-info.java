/**
 * What the cluster knows about tables: whether they exist, by which design they were made, which of
 * their indexes are incomplete, and how long a program may rely on that ({@link
 * io.rowandb.schema.pattern.notes.DesignLease}). Makes the administrative calls; {@link
 * io.rowandb.schema.table.DesignNotes} interprets the results.
 *
 * <p>Read {@link io.rowandb.schema.pattern.notes.TableNotes} first.
 */
package io.rowandb.schema.pattern.notes;
