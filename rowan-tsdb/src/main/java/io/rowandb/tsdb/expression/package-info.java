/**
 * Arithmetic of series: {@link io.rowandb.tsdb.expression.Formula} for one number of each, {@link
 * io.rowandb.tsdb.expression.SeriesJoin} for which series go together, {@link
 * io.rowandb.tsdb.expression.SeriesFunctions} for functions of whole series. Numbers enter, numbers
 * leave: nothing reads the store, and no expression reaches Java. Any threads; whoever asks bounds
 * time by {@link io.rowandb.tsdb.expression.Work}.
 */
package io.rowandb.tsdb.expression;
