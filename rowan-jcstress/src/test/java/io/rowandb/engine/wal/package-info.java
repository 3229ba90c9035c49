/** Whoever waits for its entry is answered, and rightly, whichever thread wrote or forced it. */
package io.rowandb.engine.wal;
