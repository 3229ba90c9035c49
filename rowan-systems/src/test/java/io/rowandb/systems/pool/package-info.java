/** Tests of pools. */
package io.rowandb.systems.pool;
