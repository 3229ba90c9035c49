/**
 * {@code ./rowan design}: checks the design of a table before there is one. The work is that of
 * {@code rowan-design}; here are the options and the text. One thread.
 */
package io.rowandb.cli.designcheck;
