/** Tests of the index of tags. */
package io.rowandb.tsdb.index;
