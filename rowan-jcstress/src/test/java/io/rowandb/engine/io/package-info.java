/** Files in memory, read while they grow. */
package io.rowandb.engine.io;
