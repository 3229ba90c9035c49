/**
 * Reading and writing records: what a program does with a table. Knows {@code key} and {@code
 * table}, and of HBase its client alone.
 *
 * <p>Enters: records, and conditions on declared fields. Leaves: records, as streams that close
 * their scanners, pages, and futures; the details of one record, in pages too; explanations. A read
 * that neither the key nor an index serves is refused. What is written is as durable as HBase makes
 * it; nothing is kept here.
 *
 * <p>Indexes are right wherever a client dies, and whoever else writes, without code at the
 * servers:
 *
 * <ul>
 *   <li>A record has its entries before it is there, and an entry counts only while its record has
 *       it. What a dead client leaves is passed over, and removed when it is a grace old ({@link
 *       io.rowandb.schema.pattern.IndexSettings}).
 *   <li>An entry that a record gives up is removed with the connection's next write ({@code
 *       OwnEntries}), if the same connection wrote it, in less than {@code hbase.client.pause}, and
 *       has not written thousands of other records since. So a record that one program writes again
 *       and again leaves an entry or two. All others are passed over until they are a grace old:
 *       those of other programs, of slow writes, of views, and of unique indexes.
 *   <li>Copies in an entry are taken away before its record changes, and come back from the record
 *       that is looked up when two graces have passed. So a read of copies is as right as one of
 *       the records; behind the death of a writer, which leaves entries without copies, too.
 *   <li>A unique value is claimed before the record is written, and the claim settled behind it. A
 *       value that a record gave up is free at once; one whose writer died between the two, after a
 *       grace.
 * </ul>
 *
 * <p>All of it rests on one thing: no writer takes longer than the grace. What one does that takes
 * longer, {@code verifyIndex} counts and {@code repairIndex} mends.
 *
 * <p>What a call does it does in the thread that makes it; threads of HBase's client continue those
 * of {@code AsyncRecordTable}, where nothing may wait. Both make the same calls by the same classes
 * ({@code calls}); decisions are in classes that call nothing.
 *
 * <p>Tables with unique indexes, details in rows of their own, or views have a mark in each row, by
 * which its writes are one chain ({@link io.rowandb.schema.pattern.ChainedWriter}).
 *
 * <p>Rooms below, which users do not import, each knowing those before it alone:
 *
 * <pre>
 *   rows       rows of a read, by ranges
 *   calls      calls to HBase, and work in steps
 *   chain      rows whose writes are one chain             knows calls
 *   notes      what the cluster knows of a design          knows calls
 *   details    records with their details, by their rows   knows rows, calls, chain
 *   plan       how a read is done                          knows rows
 * </pre>
 *
 * <p>Here are what users import, the keeping of indexes, and what puts the parts together. Nobody
 * knows {@code RecordTable} and {@code AsyncRecordTable}: each part is given what it needs of them.
 *
 * <p>Read {@link io.rowandb.schema.pattern.RecordTable} first; of indexes {@code IndexKeeper}, then
 * {@code OwnEntries} and {@code Claims}.
 */
package io.rowandb.schema.pattern;
