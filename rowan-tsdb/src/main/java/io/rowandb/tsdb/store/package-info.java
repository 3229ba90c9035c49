/**
 * The tables. Points of named series enter; series of points leave. Read {@link
 * io.rowandb.tsdb.store.PointStore} first.
 *
 * <p>Any threads. A point that was acknowledged is as safe as the store's log. Row compaction is
 * one atomic write of a row, so a death at any call leaves every point, once.
 */
package io.rowandb.tsdb.store;
