/**
 * Row keys as types: how the fields of a record become bytes whose unsigned order is the declared
 * order of the values, and back. Depends on {@code field} and {@code value}, and knows nothing
 * about tables.
 *
 * <p>Enters: a declaration ({@link io.rowandb.schema.key.RowKey}), records, and values that a read
 * requests. Leaves: row keys, records' fields, ranges of rows, split keys. All classes are
 * immutable except writers and readers, which are used by one thread.
 *
 * <p>Two laws hold for every declared key. Order: keys compare part by part, as declared.
 * Uniqueness: records whose key fields differ have different keys, unless the declaration says
 * {@code lossy}.
 *
 * <p>Read {@link io.rowandb.schema.key.KeyPart} first.
 */
package io.rowandb.schema.key;
