/**
 * Denormalised views: records of one table copied into rows of another, kept by the writer together
 * with the indexes of both. Knows {@code table} and {@code pattern}.
 *
 * <p>Enters: a declared function from a record to records, and records that are written. Leaves:
 * rows of two or more tables that agree, counts of those that do not.
 *
 * <p>A write is that of {@link io.rowandb.schema.pattern.ChainedWriter}: the new record and a new
 * mark are written in one step, if the mark is the one that was read. The mark names the view rows
 * that must go: those of the record before, and those that its own mark still names. To delete,
 * only the mark is written: the record stays until its view rows are gone, so no read meets a row
 * without its record. Then view rows are put, behind their entries in the view's indexes, and
 * deleted, at the time of the write, which the mark names and which is greater than that of the
 * write before. So what a slower client does late to view rows is older than this, and without
 * effect while the deletions of this write are stored. Last, the mark is settled, or the row
 * deleted, if the mark is still that of this write.
 *
 * <p>What holds when a client dies. Before the step with the mark, there are entries of a record
 * that was not written: they give no wrong answer, and go when they are old, as {@code
 * pattern.IndexKeeper} has it. Behind it, the record is there with all its entries, and the mark
 * tells what is left: {@code repair}, or the next write of the row, does it, and nothing of it
 * concerns the record's own indexes. A view row's entries come before it each time that it is put,
 * so its indexes are as right as the row. Thus reads through any index are right at any time, under
 * the conditions below; the view is, when the write has ended. A record that is being deleted is
 * still found, and a unique value is still its own.
 *
 * <p>What holds with two writers of a record: their marks are one behind the other; the source has
 * the later one's record, and when both have ended so has the view, without repair. Who begins
 * again writes the entries again, so that they are not older than the attempt. Until a write has
 * ended, a reader of the view may see rows of both records, or of one that is being deleted.
 *
 * <p>What of a record views see is what the step with the mark writes: its columns, packed or not,
 * and details in columns. What changes otherwise they do not see: counters, histories, and details
 * in rows of their own. A single detail that is changed in the record's row, past the viewed table,
 * is as any other such write: {@code verify} counts it, {@code rebuild} mends the view.
 *
 * <p>What is refused when a view is declared: a field, or details, that could be in the column of
 * the mark, {@code \x00mark} in the source's first family, or of a view row's origin, {@code
 * \x00of} in the target's; and of the target a unique index, since what is written already cannot
 * be refused, counters, histories and details in rows of their own, since they are not of the
 * write's time, and families with {@code NEW_VERSION_BEHAVIOR}, where late writes win; and of both
 * families with a time to live, for copies do not expire with what they are of.
 *
 * <p>What it costs: two calls more than the writes themselves, to read and to settle, and of a row
 * without a mark a third, for the times of what was deleted there. Insert-only views and loads read
 * nothing. One cell more in each row, of a settled mark 42 bytes. A mark that is not settled has
 * the keys of the rows that must go, and HBase refuses cells of more than 10 MB, so some 100,000 of
 * them.
 *
 * <p>A rebuild writes marks, view rows and settled marks for some hundred records in a call each.
 * Every one of them has a mark of its own; one whose mark is not that which was read is left out,
 * and dealt with alone.
 *
 * <p>What is guaranteed, and under which conditions: when the write of a record, or its repair, has
 * ended, the view has its rows and no others of it. A call that is executed later, held back on its
 * way or sent twice, is harmless where it looks at the mark; and on view rows, and on a row that
 * was deleted meanwhile, as long as no major compaction has dropped the deletions. A source that is
 * declared {@link io.rowandb.schema.table.TableDesignBuilder#marked} keeps its deletions for two
 * hours; without them, a client whose clock is ahead may hide the next record of a deleted row in
 * the view. A client whose clock is minutes ahead gives its write that time, and later writes of
 * the record follow it; what is written past the viewed tables meanwhile is hidden. What indexes
 * need is in {@code pattern.IndexSettings}.
 *
 * <p>What it depends on: all writers declare the same views and indexes. A client that stands still
 * between its mark and its view rows until another has written the record and a major compaction of
 * the view's table has dropped the deletions can leave a row that is not the source's; {@code
 * verify} counts it, {@code rebuild} removes it. An attempt takes less than the grace of the
 * indexes until its row is written. A row of which no record can be made has no part in views:
 * {@code rebuild} leaves alone what is of it, since another program may be able to read it.
 *
 * <p>Read {@link io.rowandb.schema.view.View} first, then {@link
 * io.rowandb.schema.view.ViewedTable}.
 */
package io.rowandb.schema.view;
