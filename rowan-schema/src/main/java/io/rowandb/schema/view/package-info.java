/**
 * Denormalised views: records of one table copied into rows of another, kept by the writer. Knows
 * {@code table} alone.
 *
 * <p>Enters: a declared function from a record to records, and records that are written. Leaves:
 * rows of two or more tables that agree, counts of those that do not.
 *
 * <p>A write is of four steps, each a call:
 *
 * <ol>
 *   <li>The row is read: the record before this one, and its {@code mark}, a cell beside the
 *       record.
 *   <li>The new record and a new mark are written in one step, if the mark is still that one; else
 *       it begins again. The mark names the view rows that must go: those of the record before, and
 *       those that its own mark still names. To delete, only the mark is written: the record stays
 *       until its view rows are gone, so no read meets a row without its record.
 *   <li>View rows are put and deleted, at the time of the write, which the mark names and which is
 *       greater than that of the write before. So whatever a slower client does late to view rows
 *       is older than this, and without effect.
 *   <li>The mark is settled, or the row deleted, if the mark is still that of this write.
 * </ol>
 *
 * <p>What holds when a client dies: before step 2, nothing happened. Behind it, the mark tells what
 * is left, and {@code repair}, or the next write of the row, does it. What holds with two writers
 * of a record: their second steps are one behind the other; the source has the later one's record,
 * and when both have ended so has the view, without repair. Until a write has ended, a reader of
 * the view may see rows of both records, or of one that is being deleted.
 *
 * <p>What it costs: two calls more than the writes themselves, to read and to settle, and of a row
 * without a mark a third, for the times of what was deleted there; insert-only views read nothing.
 * One cell more in each row, of a settled mark 26 bytes. A mark that is not settled has the keys of
 * the rows that must go, and HBase refuses cells of more than 10 MB, so some 100,000 of them.
 *
 * <p>What it depends on: all writers declare the same views. A client that stands still between its
 * steps 2 and 3 until another has written the record and a major compaction of the view's table has
 * dropped the deletions can leave a row that is not the source's; {@code verify} counts it, {@code
 * rebuild} removes it.
 *
 * <p>Read {@link io.rowandb.schema.view.View} first, then {@link
 * io.rowandb.schema.view.ViewedTable}.
 */
package io.rowandb.schema.view;
