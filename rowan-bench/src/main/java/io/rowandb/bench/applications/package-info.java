/**
 * Six small applications, each written twice: with records, and by hand with HBase's calls. Both
 * are given the same data and asked the same questions, in one store of one process.
 *
 * <p>Enters: how many records and rounds. Leaves: lines of code and processor time of both. The
 * programs by hand do what such programs usually do: they write entries of an index and the record
 * without an order that a death would demand, and believe every entry they read. Read {@link
 * io.rowandb.bench.applications.Application} first.
 */
package io.rowandb.bench.applications;
