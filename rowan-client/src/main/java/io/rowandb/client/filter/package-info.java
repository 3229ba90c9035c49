/**
 * HBase's filters, as far as they can be trusted: what classes a request may name, how deep filters
 * may be in filters, and how long they may work.
 *
 * <p>Enters: filters and comparators of programs, and those that requests name. Leaves: refusals,
 * before any class is looked for or anything goes down into the filter; and filters that give the
 * same answers, but end when their time is over or the store is closed. All run in the caller's
 * thread, which is the one that reads. Nothing here reads or keeps anything, so nothing is to be
 * said of crashes.
 *
 * <p>Read {@link io.rowandb.client.filter.FilterTree} first.
 */
package io.rowandb.client.filter;
