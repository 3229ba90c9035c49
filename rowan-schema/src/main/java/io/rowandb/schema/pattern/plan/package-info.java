/**
 * How a read is executed: turns conditions and settings into an access path, the rows to read
 * there, and the checks of each record. Reads nothing.
 *
 * <p>Enters: the request ({@link io.rowandb.schema.pattern.plan.QuerySpec}). Leaves: a plan. For a
 * read that no access path serves it gives a text that says why, and what to do.
 *
 * <p>Read {@link io.rowandb.schema.pattern.plan.QueryPlan} first.
 */
package io.rowandb.schema.pattern.plan;
