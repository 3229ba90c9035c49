/**
 * The fast door: HBase's {@code Connection}, {@code Table}, {@code ResultScanner} and {@code
 * BufferedMutator} straight over the engine.
 *
 * <p>Enters: calls of HBase's client interfaces. Leaves: calls of {@link
 * io.rowandb.engine.region.Region} and, for what is rare ({@code Admin}, {@code hbase:meta}), calls
 * of the complete door. Everything runs in the caller's thread; only a buffered mutator with a
 * periodic flush has one of its own, and scans that rest are released by the one of {@link
 * io.rowandb.client.lease}. A call has the durability of its mutation when it returns; what a
 * buffered mutator holds is lost in a crash, as with HBase.
 *
 * <p>Read {@link io.rowandb.client.direct.DirectConnection}, then {@code ConnectedStore} (what its
 * tables know of it), {@code TableAccess} (finding regions, repeating what a moved region refused),
 * then {@code DirectTable}.
 */
package io.rowandb.client.direct;
