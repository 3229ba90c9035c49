/**
 * What the machine may run out of, in processes that have little of it: heap, open files. A program
 * whose name ends in {@code Program} is run by the test of the same name.
 */
package io.rowandb.testkit.limits;
