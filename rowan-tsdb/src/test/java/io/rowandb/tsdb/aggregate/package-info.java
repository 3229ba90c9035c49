/** Tests of what is made of series, against OpenTSDB's own classes. */
package io.rowandb.tsdb.aggregate;
