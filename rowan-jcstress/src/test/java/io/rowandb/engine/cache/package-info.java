/** The block cache, read without its lock while it changes. */
package io.rowandb.engine.cache;
