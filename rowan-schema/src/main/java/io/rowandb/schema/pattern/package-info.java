/**
 * Reads and writes records: the operations of a program on a table. Depends on {@code key} and
 * {@code table}, and of HBase only on the client.
 *
 * <p>Enters: records, and conditions on declared fields. Leaves: records, as streams that close
 * their scanners, pages, and futures; some of their fields, counts, sums, and groups, which the
 * program adds up; the details of one record, also in pages; explanations. A read that neither the
 * key nor an index serves is refused. Writes are as durable as HBase makes them; nothing is kept
 * here.
 *
 * <p>Indexes stay consistent whenever a client dies and whichever clients write concurrently,
 * without code at the servers:
 *
 * <ul>
 *   <li>A record has its entries before it exists, and an entry counts only while its record has
 *       it. Entries left by a dead client are skipped, and removed when they are a grace old
 *       ({@link io.rowandb.schema.pattern.IndexSettings}).
 *   <li>An entry that a record gives up is removed with the connection's next write ({@code
 *       OwnEntries}), if the same connection wrote it, in less than {@code hbase.client.pause}, and
 *       has not written thousands of other records since. So a record that one program writes
 *       repeatedly leaves an entry or two. In a table with marks, each write knows the record
 *       before it and removes its entries at once. All other stale entries are skipped until they
 *       are a grace old: those of other programs, of slow writes, of views, and of unique indexes.
 *   <li>Copies in an entry have the time of their record's write. They are removed before the
 *       record changes, at the time of the next write, so that nothing brings them back. So a read
 *       of copies is as correct as one of the records, even after the death of a writer, which
 *       leaves entries without copies.
 *   <li>A unique value is claimed before the record is written, and the claim is settled after it.
 *       A value that a record gave up is free at once; if a writer died between the two steps, the
 *       value is free after a grace.
 * </ul>
 *
 * <p>All of this depends on one condition: no writer takes longer than the grace. If one does,
 * {@code verifyIndex} counts the damage and {@code repairIndex} fixes it.
 *
 * <p>A call runs in the caller's thread; calls of {@code AsyncRecordTable} continue in threads of
 * HBase's client, where nothing may block. Both make the same calls with the same classes ({@code
 * calls}); decisions are in classes that make no calls.
 *
 * <p>Tables with unique indexes, indexes with copies, details in their own rows, or views have a
 * mark in each row, which makes its writes one chain ({@link
 * io.rowandb.schema.pattern.ChainedWriter}). A conditional write is a link of that chain, and the
 * mark remembers it ({@code ChoiceBatch}).
 *
 * <p>Subpackages, which users do not import; each depends only on earlier ones:
 *
 * <pre>
 *   rows       rows of a read, by ranges
 *   calls      calls to HBase, and work in steps
 *   chain      rows whose writes are one chain             uses calls
 *   notes      what the cluster knows of a design          uses calls
 *   details    records with their details, by their rows   uses rows, calls, chain
 *   plan       how a read is executed                      uses rows
 * </pre>
 *
 * <p>This package has the classes that users import, index maintenance, and the code that assembles
 * the parts. No other class depends on {@code RecordTable} and {@code AsyncRecordTable}: each part
 * is given what it needs from them.
 *
 * <p>Read {@link io.rowandb.schema.pattern.RecordTable} first; for indexes, {@code IndexKeeper},
 * then {@code OwnEntries} and {@code Claims}.
 */
package io.rowandb.schema.pattern;
