/** {@code ./rowan board}: load scores, ask for ranks, explain how, and compare designs. */
package io.rowandb.cli.systems.board;
