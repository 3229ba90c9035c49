/**
 * Locks that several rooms want and the JDK has not. Runs in the threads of the callers; knows no
 * other room. There is one, {@link io.rowandb.engine.lock.SpinLock}.
 */
package io.rowandb.engine.lock;
