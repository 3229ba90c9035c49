/**
 * Records, and objects of ordinary classes, and their fields, named by their accessors. The lowest
 * package: it depends on no other.
 *
 * <p>Enters: a class, and method references such as {@code Tweet::user}. Leaves: the field named,
 * its value in a record, and records made from values. Nothing here knows bytes or tables; all
 * classes are immutable.
 *
 * <p>Read {@link io.rowandb.schema.field.RecordShape} first.
 */
package io.rowandb.schema.field;
