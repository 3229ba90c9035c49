/**
 * What stands in for a ZooKeeper where HBase's tools insist on one. Requests of ZooKeeper's client
 * enter in its sending thread and are answered there, from the store's id; nothing is kept, so
 * there is nothing to lose in a crash.
 *
 * <p>The package is ZooKeeper's own because what its client can be given in place of a socket is
 * visible only here. The one class is {@link org.apache.zookeeper.StoreIdSocket}.
 */
package org.apache.zookeeper;
