/**
 * The plan of a table: what its row key, families and columns will be and how it is read, good or
 * bad. Text in YAML enters, a {@link io.rowandb.design.plan.TablePlan} leaves. Unlike the designs
 * of {@code rowan-schema}, a plan may be one that nobody should use: finding that out is what it is
 * for. Immutable; any thread.
 *
 * <p>Read {@link io.rowandb.design.plan.TablePlan} first.
 */
package io.rowandb.design.plan;
