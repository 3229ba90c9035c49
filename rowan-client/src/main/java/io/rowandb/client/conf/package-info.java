/** HBase's configuration, its values checked when they are read. */
package io.rowandb.client.conf;
