/** Tests of arithmetic of series. */
package io.rowandb.tsdb.expression;
