/** What the tests of the tables share. */
package io.rowandb.tsdb;
