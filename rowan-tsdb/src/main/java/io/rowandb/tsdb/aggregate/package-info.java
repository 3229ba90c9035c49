/**
 * What is made of series that were read: downsampling, rates, aggregation, number for number as
 * OpenTSDB 2.4 makes them, so that a program that moves here sees no other answer. Numbers enter
 * and leave in {@link io.rowandb.tsdb.aggregate.Samples}; nothing here knows a table or a thread.
 * Read {@link io.rowandb.tsdb.aggregate.GroupQuery} first.
 *
 * <pre>
 * series of a group ── each: Downsampling ── each: Rate ──┐
 *                                                         ├─ Aggregation ── the range asked for
 * series of a group ── each: Downsampling ── each: Rate ──┘
 * </pre>
 *
 * <p>Rules of OpenTSDB that surprise, kept here:
 *
 * <ul>
 *   <li>A series counts from its first number to its last; between two of them it is interpolated,
 *       by the aggregator's own method, and between rates by the rate before.
 *   <li>A number is an integer only if the next one of every series is one too; the average of
 *       integers has no fraction.
 *   <li>{@code ep99r7} is {@code p99} as soon as one number is a double.
 *   <li>The first rate of a series counts from zero in 1970; it is not shown, but other series see
 *       it.
 *   <li>A month is 30 days, a year 365, if they are not those of a calendar; weeks of the calendar
 *       begin on Sunday.
 * </ul>
 *
 * <p>Not kept: if intervals of the calendar do not divide the unit above (7 minutes), OpenTSDB
 * counts those of the numbers and those to fill from different beginnings, and loses most numbers.
 */
package io.rowandb.tsdb.aggregate;
