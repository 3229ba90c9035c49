/**
 * Locks that several packages need and the JDK lacks; so far only {@link
 * io.rowandb.engine.lock.SpinLock}. Runs in the threads of the callers; depends on no other
 * package.
 */
package io.rowandb.engine.lock;
