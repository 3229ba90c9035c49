/**
 * What the cluster knows of tables: whether they are there, by which design they were made, and
 * which of their indexes lack records. Makes the calls of the administration; what they mean {@link
 * io.rowandb.schema.table.DesignNotes} says.
 *
 * <p>Read {@link io.rowandb.schema.pattern.notes.TableNotes} first.
 */
package io.rowandb.schema.pattern.notes;
