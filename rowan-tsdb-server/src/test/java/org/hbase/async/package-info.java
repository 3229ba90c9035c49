/**
 * Doubles of classes that OpenTSDB reaches its tables through and that cannot be extended: they
 * stand before those of the library on the class path of tests.
 */
package org.hbase.async;
