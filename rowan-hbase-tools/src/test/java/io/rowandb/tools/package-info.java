/**
 * HBase's own tools, unmodified, on an embedded store: the jobs of {@code hbase-mapreduce} under
 * Hadoop's local job runner, and its load generators, each through both doors.
 *
 * <p>A job runs in the test's process, so its connections share the store that the test has open.
 * What a job leaves is compared with what was loaded. Read {@link io.rowandb.tools.ToolTest} first.
 */
package io.rowandb.tools;
