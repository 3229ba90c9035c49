/**
 * A server of the Model Context Protocol (modelcontextprotocol.io, versions 2024-11-05 to
 * 2025-11-25) over a pair of streams: JSON-RPC 2.0, one message a line. It has tools and resources,
 * and only answers. Read {@link io.rowandb.cli.mcp.McpServer} first. One thread reads, one calls
 * tools, one watches their time.
 */
package io.rowandb.cli.mcp;
