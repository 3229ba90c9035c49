/** Tests of points as lines of text. */
package io.rowandb.tsdb.text;
