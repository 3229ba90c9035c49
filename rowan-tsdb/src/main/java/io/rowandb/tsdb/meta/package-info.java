/**
 * Meta data: what people say of names and of series, and when these were first seen. OpenTSDB keeps
 * them as JSON, in the same cells, byte for byte:
 *
 * <pre>
 * tsdb-uid   UID    name:metric_meta, tagk_meta or tagv_meta   the JSON of a {@link io.rowandb.tsdb.meta.UidMeta}
 * tsdb-meta  TSUID  name:ts_meta                               the JSON of a {@link io.rowandb.tsdb.meta.SeriesMeta}
 *                   name:ts_ctr                                points since they are counted (8 bytes)
 *            00     name:rowan_metasync                        how far a {@link io.rowandb.tsdb.meta.MetaSync} has come
 * </pre>
 *
 * <p>The time of the cell {@code ts_ctr} is when a point was last written. The row 00 is shorter
 * than a TSUID, so no scan of OpenTSDB meets it; it is there only while a sync is under way.
 *
 * <p>{@link io.rowandb.tsdb.meta.MetaStore} reads and changes meta data, {@link
 * io.rowandb.tsdb.meta.MetaTracker} creates them as points are written, {@link
 * io.rowandb.tsdb.meta.MetaSync} creates those that are missing. The package knows {@code store},
 * {@code uid}, {@code rows}, {@code json} and {@code codec}.
 */
package io.rowandb.tsdb.meta;
