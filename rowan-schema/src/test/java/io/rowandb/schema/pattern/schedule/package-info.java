/**
 * Schedules of clients: the calls of several writers and readers, executed in any order, late,
 * twice or in part, while clients die, clocks jump and files are compacted; and what must hold of
 * each.
 *
 * <p>All clients of a schedule are in one thread: a call waits in the {@link
 * io.rowandb.schema.pattern.schedule.Network} until the schedule executes it, and its answer runs
 * the client on to its next call. So a schedule takes a fraction of a millisecond, and is told by
 * its choices.
 */
package io.rowandb.schema.pattern.schedule;
