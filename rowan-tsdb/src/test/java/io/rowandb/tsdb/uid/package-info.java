/** Tests on tables, embedded and on HBase. */
package io.rowandb.tsdb.uid;
