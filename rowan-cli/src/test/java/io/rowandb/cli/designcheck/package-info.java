/** Tests of {@code ./rowan design}. */
package io.rowandb.cli.designcheck;
