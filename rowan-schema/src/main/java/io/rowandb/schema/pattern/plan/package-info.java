/**
 * How a read is done: conditions and settings become a way to the records, the rows that are read
 * there, and what is checked of each record. Reads nothing.
 *
 * <p>Enters: what is asked for ({@link io.rowandb.schema.pattern.plan.QuerySpec}). Leaves: a plan.
 * A read that no way serves comes back as a text that says why, and what to do.
 *
 * <p>Read {@link io.rowandb.schema.pattern.plan.QueryPlan} first.
 */
package io.rowandb.schema.pattern.plan;
