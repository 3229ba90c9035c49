/** ZooKeeper's client, which believes that it talks to a ZooKeeper. */
package org.apache.zookeeper;
