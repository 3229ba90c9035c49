/**
 * Whole records, or some of their components, in one cell: in Protobuf's wire format, with field
 * numbers that are declared once and stay. Depends on {@code field} and {@code value}; {@code
 * table} depends on this package and makes column types from its types, not vice versa.
 *
 * <p>Enters: a declaration, and records or values of their components. Leaves: a message's bytes,
 * and values. All classes are immutable except builders and the reader of a message.
 *
 * <p>The format is that of <a href="https://protobuf.dev/programming-guides/encoding">Protobuf's
 * encoding guide</a>; {@link io.rowandb.schema.packed.PackedRecord#describe} gives the message's
 * definition for a program in another language. Bytes are read and written by Protobuf's own
 * streams, in the form that hbase-client brings with it under {@code org.apache.hbase.thirdparty}:
 * that name is the same in the clients 2.5, 2.6 and 3.0. It is under the 3-clause BSD licence.
 *
 * <p>How declarations may change while old bytes remain:
 *
 * <ul>
 *   <li>A field may be added under a new number. Old bytes give its default, or without one null,
 *       zero, or an empty list, set or map. Old programs keep it if their record has {@link
 *       io.rowandb.schema.packed.UnknownFields}, and drop it otherwise.
 *   <li>A field may be removed; its number is {@code reserved} from then on.
 *   <li>Components may be renamed and put in another order where numbers are declared.
 *   <li>{@code byte}, {@code short}, {@code int} and {@code long} may be exchanged for each other;
 *       a value that is too large for the new type is refused when it is read.
 *   <li>A default may be added or changed later: all values are written, including zeros.
 *   <li>An enum may get more constants, in any order. A program that does not know a constant
 *       refuses records with it.
 *   <li>A list and a set may be exchanged for each other, if no list has an element twice.
 *   <li>A sealed interface may get more records under new numbers. A program that does not know a
 *       record refuses bytes with it.
 *   <li>A number must not be reused for a field of another form.
 * </ul>
 *
 * <p>Read {@link io.rowandb.schema.packed.PackedRecord} first.
 */
package io.rowandb.schema.packed;
