/**
 * Records and their components, named by their accessors. The lowest package: it depends on no
 * other.
 *
 * <p>Enters: a record class, and method references such as {@code Tweet::user}. Leaves: the
 * component named, its value in a record, and records made from values. Nothing here knows bytes or
 * tables; all classes are immutable.
 *
 * <p>Read {@link io.rowandb.schema.field.RecordShape} first.
 */
package io.rowandb.schema.field;
