package io.rowandb.cli.mcp;

/**
 * A text that a client can read.
 *
 * @param uri its name
 * @param title for people
 * @param type of its content, such as {@code application/yaml}
 */
public record McpResource(String uri, String title, String type, String text) {}
