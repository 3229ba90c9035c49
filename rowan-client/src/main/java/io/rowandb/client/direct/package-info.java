/**
 * The fast door: HBase's {@code Connection}, {@code Table}, {@code ResultScanner} and {@code
 * BufferedMutator} directly over the engine.
 *
 * <p>Enters: calls of HBase's client interfaces. Leaves: calls of {@link
 * io.rowandb.engine.region.Region} and, for rare requests ({@code Admin}, {@code hbase:meta}),
 * calls of the complete door. Everything runs in the caller's thread; only a buffered mutator with
 * a periodic flush has its own thread, and the thread of {@link io.rowandb.client.lease} releases
 * idle scans. A call has the durability of its mutation when it returns; the mutations that a
 * buffered mutator still holds are lost in a crash, as with HBase.
 *
 * <p>Read {@link io.rowandb.client.direct.DirectConnection}, then {@code ConnectedStore} (what its
 * tables know about it), {@code TableAccess} (finding regions, retrying requests that a moved
 * region refused), then {@code DirectTable}.
 */
package io.rowandb.client.direct;
