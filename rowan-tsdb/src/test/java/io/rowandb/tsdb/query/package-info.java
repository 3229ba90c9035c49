/** Tests of questions about the tables. */
package io.rowandb.tsdb.query;
