/** HBase's objects to the engine's requests and back, without a store. */
package io.rowandb.client.adapter;
