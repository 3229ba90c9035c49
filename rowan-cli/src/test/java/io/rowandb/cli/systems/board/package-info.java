/** Tests of {@code ./rowan board}. */
package io.rowandb.cli.systems.board;
