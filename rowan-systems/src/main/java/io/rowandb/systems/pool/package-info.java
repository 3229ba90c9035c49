/** Objects for one thread at a time, shared by many threads. */
package io.rowandb.systems.pool;
