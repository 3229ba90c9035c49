/** Tests of what ends open scans. */
package io.rowandb.client.lease;
