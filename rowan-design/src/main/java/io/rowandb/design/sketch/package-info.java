/**
 * What is kept of very many rows in little memory: the values that are there most often, a fair
 * choice of rows, which keys were there before. One thread.
 */
package io.rowandb.design.sketch;
