/**
 * Stands in for ZooKeeper where HBase's tools insist on one. Requests enter in the sending thread
 * of ZooKeeper's client and are answered there, from the store's id. Nothing is kept, so a crash
 * loses nothing.
 *
 * <p>It is ZooKeeper's own package because the type that replaces the client's socket is visible
 * only here. The one class is {@link org.apache.zookeeper.StoreIdSocket}.
 */
package org.apache.zookeeper;
