/** A lock that spins lets one thread in at a time, and the next sees what the one before wrote. */
package io.rowandb.engine.lock;
