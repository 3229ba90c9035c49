/**
 * Limits on HBase's filters, which cannot be trusted blindly: which classes a request may name, how
 * deeply filters may nest, and how long they may work.
 *
 * <p>Enters: filters and comparators of programs, and those that requests name. Leaves: refusals,
 * before any class is looked up or anything descends into the filter; and filters that give the
 * same answers, but stop when their time is over or the store is closed. Everything runs in the
 * caller's thread, which is the one that reads. Nothing here reads or keeps anything, so a crash
 * loses nothing.
 *
 * <p>Read {@link io.rowandb.client.filter.FilterTree} first.
 */
package io.rowandb.client.filter;
