/**
 * Denormalised views: records of one table copied into rows of another, maintained by the writer
 * together with the indexes of both. Depends on {@code table} and {@code pattern}.
 *
 * <p>Enters: a declared function from a record to records, and records that are written. Leaves:
 * consistent rows in two or more tables, and counts of inconsistent ones.
 *
 * <p><b>How writes work.</b> {@link io.rowandb.schema.pattern.ChainedWriter} makes them: it writes
 * the new record and a new mark in one step, if the mark is the one that was read. The mark names
 * the view rows to be removed: those of the previous record, and those that its mark still names. A
 * deletion first writes only the mark: the record stays until its view rows are gone, so no read
 * finds a view row without its record. Then view rows are put, after their entries in the view's
 * indexes, and deleted, at the time of the write, which the mark contains and which is greater than
 * that of the previous write. So late changes of view rows by a slower client are older than this
 * and have no effect as long as the deletions of this write are stored. Finally the mark is
 * settled, or the row deleted, if the mark is still that of this write.
 *
 * <p><b>If a client dies</b> before the step with the mark, there are entries of a record that was
 * not written: they cause no wrong answer, and are removed when they are old, see {@code
 * pattern.IndexKeeper}. After that step the record has all its entries, and the mark tells what
 * remains to be done: {@code repair}, or the next write of the row, does it; none of it concerns
 * the record's own indexes. A view row's entries are always put before the row, so its indexes are
 * as correct as the row. Thus, under the conditions below, reads through any index are correct at
 * any time, and the view is correct when the write has ended. A record that is being deleted is
 * still found, and still owns its unique values.
 *
 * <p><b>If two clients write a record,</b> their marks are ordered; the source has the record of
 * the later one, and when both have ended so does the view, without repair. A writer that restarts
 * writes the entries again, so that they are not older than the attempt. Until a write has ended, a
 * reader of the view may see rows of both records, or of one that is being deleted.
 *
 * <p><b>Views see</b> the part of a record that the step with the mark writes: its columns, packed
 * or not, and details in columns; with {@link io.rowandb.schema.view.View#seeingDetails} also those
 * in their own rows. They do not see data that changes otherwise: counters and histories. Changing
 * a single detail in the record's row, bypassing the viewed table, is like any other such write:
 * {@code verify} counts it, {@code rebuild} repairs the view.
 *
 * <p><b>Details of a view</b> in rows of their own get the time of the source's write, and a mark
 * in the view's row tells this time: older ones are not read, and are removed behind the row.
 *
 * <p><b>A view is refused</b> if a field or details could be in the column of the mark ({@code
 * \x00mark} in the source's first family) or of a view row's origin ({@code \x00of} in the
 * target's). The target must not have a unique index, since a record that is already written cannot
 * be refused; nor counters or histories, since these do not have the write's time; nor families
 * with {@code NEW_VERSION_BEHAVIOR}, where late writes win. Neither table may have families with a
 * time to live, because copies do not expire together with their originals.
 *
 * <p><b>Costs:</b> two calls in addition to the writes themselves, to read and to settle; for a row
 * without a mark a third one, to read the times of earlier deletions. Insert-only views and loads
 * read nothing. Each row has one more cell, of 42 bytes for a settled mark. A mark that is not
 * settled has the keys of the rows to be removed; HBase refuses cells of more than 10 MB, which
 * limits it to some 100,000 of them.
 *
 * <p>A build of a new view writes view rows alone, at the times of their source rows' last writes
 * ({@code PlacedRows}). Any other rebuild writes settled marks and view rows for some hundred
 * records with one call each. Each record has its own mark; if that is not the one that was read,
 * the record is left out and handled separately.
 *
 * <p><b>Guarantee:</b> when the write of a record, or its repair, has ended, the view has exactly
 * the rows of that record. A call that is executed late or twice is harmless where it checks the
 * mark. On view rows, and on a row that was deleted meanwhile, it is harmless as long as no major
 * compaction has dropped the deletions. A source that is declared {@link
 * io.rowandb.schema.table.TableDesignBuilder#marked} keeps its deletions for four hours; without
 * them, a client whose clock is ahead may hide the next record of a deleted row in the view. A
 * client whose clock is minutes ahead gives its write that time, and later writes of the record
 * follow it; writes that bypass the viewed tables meanwhile are hidden. See {@code
 * pattern.IndexSettings} for the conditions of indexes.
 *
 * <p><b>Conditions:</b> all writers declare the same views and indexes. If a client pauses between
 * its mark and its view rows until another has written the record and a major compaction of the
 * view's table has dropped the deletions, it can leave a row that does not belong to the source;
 * {@code verify} counts it, {@code rebuild} removes it. An attempt must take less than the grace of
 * the indexes until its row is written. A row that cannot be read as a record has no part in views:
 * {@code rebuild} leaves its view rows alone, since another program may be able to read it.
 *
 * <p><b>Tables that know their views.</b> {@link io.rowandb.schema.view.ViewPlan} notes in the
 * descriptors which views there are ({@link io.rowandb.schema.table.ViewNotes}); then a program
 * that lacks one is refused when it writes, and reads of a view when it is not complete.
 *
 * <p>Read {@link io.rowandb.schema.view.View} first, then {@link
 * io.rowandb.schema.view.ViewedTable}.
 */
package io.rowandb.schema.view;
