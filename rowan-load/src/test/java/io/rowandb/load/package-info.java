/** Tests of the load of records: what the tables have afterwards, refusals, kills, HBase itself. */
package io.rowandb.load;
