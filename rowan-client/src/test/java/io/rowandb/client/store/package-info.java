/** Tests of what configurations set for stores. */
package io.rowandb.client.store;
