/**
 * Which series of a metric have a tag: an index beside OpenTSDB's tables, in a table of its own
 * that OpenTSDB does not know, named as the points' table with {@code -index} behind it.
 *
 * <pre>
 * 00                       s             phase (1 byte), generation (8)
 *                          c             how far a build has come: a row key of the points
 * 01 metric                n             how many numbers were given to series (8)
 * 02 metric number(4)      i generation  the UIDs of the series that has the number
 * 03 UIDs of a series      n             its number (4) and the generation (8): all that is above
 *                                        and below is there
 * 04 metric tagk tagv      01 number(4)  a series that has the tag, since the last packing
 *                          00 block(2)   a Roaring bitmap of the others: numbers block * 2^20 on
 * </pre>
 *
 * <p>Who writes to a series for the first time adds it before the points, and row 03 last: so a
 * point that was acknowledged is never without its entries. Nobody changes a cell that another may
 * change: each series is a column of its own, and only packing moves columns into bitmaps, by a
 * write that is not made if the bitmap changed meanwhile, and that deletes no columns but those in
 * it. So no lock is needed, and no bit is lost. Two writers that add a series at one time give it
 * two numbers, and one that dies leaves a number with a part of its entries: both find series that
 * are there or none, and whoever asks looks at the UIDs of what was found again.
 *
 * <p>The generation is another one after each drop. It stands with a number and its series, as a
 * writer that was held up, or a call of it, may come when the table is another one already: there
 * it could give a number a second series, or say that entries are there which went with the former
 * table. Numbers of a tag that come so late find no series. A program may believe for {@link
 * io.rowandb.tsdb.index.TagIndex#LEASE} what it knows of phase and generation: a build waits for
 * twice that before it looks for series, and a writer looks again before it acknowledges a write
 * that took longer. Readers read the row 00 before and after all else.
 *
 * <p>Start with {@link io.rowandb.tsdb.index.TagIndex}. The package knows tables and {@code codec}.
 */
package io.rowandb.tsdb.index;
