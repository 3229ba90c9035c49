/**
 * What is known about the run of HBase's client tests, checked. Enter the lists in the resources
 * and Surefire's reports of the runs; leaves {@code docs/hbase-tests.md}. In the test's thread,
 * after the runs. Read {@code TestLists} first.
 */
package io.rowandb.hbasetests;
