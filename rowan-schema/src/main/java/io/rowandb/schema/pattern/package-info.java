/**
 * Reading and writing records: what a program does with a table. Knows {@code key} and {@code
 * table}, and of HBase its client alone.
 *
 * <p>Enters: records, and conditions on declared fields. Leaves: records, as streams that close
 * their scanners, pages, and futures; the details of one record, in pages too; explanations. A read
 * that neither the key nor an index serves is refused. What is written is as durable as HBase makes
 * it; nothing is kept here.
 *
 * <p>What a call does it does in the thread that makes it; those of {@code AsyncRecordTable} are
 * gone on with by threads of HBase's client, where nothing may wait. The decisions of both are in
 * classes that call nothing.
 *
 * <p>Read {@link io.rowandb.schema.pattern.RecordTable} first.
 */
package io.rowandb.schema.pattern;
