/**
 * Work on whole tables: {@link io.rowandb.tsdb.upkeep.MetricDrop} removes a metric, {@link
 * io.rowandb.tsdb.upkeep.UidUse} tells whether a row uses a UID, {@link
 * io.rowandb.tsdb.upkeep.NameRemoval} takes names away that none uses, {@link
 * io.rowandb.tsdb.upkeep.Fsck} finds and mends wrong rows. What is done is found done when it is
 * begun again, after a death at any call. Any threads, one for each call.
 */
package io.rowandb.tsdb.upkeep;
