/** Tests of moves to other layouts. */
package io.rowandb.tsdb.layout;
