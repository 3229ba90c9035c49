/**
 * Whole records, or some of their components, in one cell: in Protobuf's wire format, with field
 * numbers that are declared once and stay. Knows {@code field} and {@code value}; {@code table}
 * knows this room and makes column types of what it finds here, not the other way.
 *
 * <p>Enters: a declaration, and records or values of their components. Leaves: a message's bytes,
 * and values. All classes are immutable but builders and what reads one message.
 *
 * <p>The format is that of <a href="https://protobuf.dev/programming-guides/encoding">Protobuf's
 * encoding guide</a>; {@link io.rowandb.schema.packed.PackedRecord#describe} gives the message's
 * definition for a program in another language. Bytes are read and written by Protobuf's own
 * streams, in the form that hbase-client brings with it under {@code org.apache.hbase.thirdparty}:
 * that name is the same in the clients 2.5, 2.6 and 3.0. It is under the 3-clause BSD licence.
 *
 * <p>How declarations may change while old bytes stay:
 *
 * <ul>
 *   <li>A field may be added under a new number. Old bytes give its default, or null, zero or an
 *       empty list without one. Old programs keep it if their record has {@link
 *       io.rowandb.schema.packed.UnknownFields}, and leave it out otherwise.
 *   <li>A field may go; its number is {@code reserved} from then on.
 *   <li>Components may be renamed and put in another order where numbers are declared.
 *   <li>{@code byte}, {@code short}, {@code int} and {@code long} may become one another, and a
 *       value that is too large for the new type is refused when it is read.
 *   <li>A default may be declared later, or another one: all values are written, zeros too.
 *   <li>An enum may get constants, and have them in another order. A program that does not know a
 *       constant refuses records with it.
 *   <li>A number must not be given to a field of another form.
 * </ul>
 *
 * <p>Read {@link io.rowandb.schema.packed.PackedRecord} first.
 */
package io.rowandb.schema.packed;
