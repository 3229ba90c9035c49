/** Tests of meta data. */
package io.rowandb.tsdb.meta;
