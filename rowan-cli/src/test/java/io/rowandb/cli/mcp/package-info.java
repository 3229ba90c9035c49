/** Tests of {@code io.rowandb.cli.mcp}. */
package io.rowandb.cli.mcp;
