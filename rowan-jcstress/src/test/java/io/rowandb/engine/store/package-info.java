/** Store files that views share: closed and deleted once, by the last. */
package io.rowandb.engine.store;
