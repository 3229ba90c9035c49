/**
 * UIDs: the short numbers that stand in row keys for the names of metrics, tag keys and tag values.
 * Names enter, UIDs leave, and back. Read {@link io.rowandb.tsdb.uid.Uids} first.
 *
 * <p>Table {@code tsdb-uid}; names are in ISO-8859-1; kinds are the qualifiers {@code metrics},
 * {@code tagk} and {@code tagv}.
 *
 * <pre>
 * row              family id                     family name
 *   00             kind: how many were assigned,
 *                  a counter of 8 bytes
 *   name           kind: its UID
 *   UID                                          kind: its name
 * </pre>
 *
 * <p>Example: the first metric is sys.cpu.
 *
 * <pre>
 * 00                    id:metrics    00 00 00 00 00 00 00 01
 * 73 79 73 2E 63 70 75  id:metrics    00 00 01
 * 00 00 01              name:metrics  73 79 73 2E 63 70 75
 * </pre>
 *
 * <p>A UID is assigned in three calls, as OpenTSDB does, so both may assign at once: the counter is
 * incremented; the row of the UID is written if it is not there; the row of the name is written if
 * it is not there. Whoever loses the last one takes the winner's UID. After a death between them
 * the number is lost, and nothing else: a UID that a name leads to always leads back.
 *
 * <p>A deleted name leaves the row of its UID, as OpenTSDB's own tools do not: what a UID was
 * called stays known, so that rows of a writer who knows the name yet can be read.
 *
 * <p>Any threads. What was read is kept, as it never changes but by a rename or delete: another
 * process that has read the name before goes on with what it knows until it is started anew.
 */
package io.rowandb.tsdb.uid;
