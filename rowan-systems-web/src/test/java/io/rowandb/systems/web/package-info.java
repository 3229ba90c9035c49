/**
 * Tests of what all systems share in the web server; those of each system are in a package below.
 */
package io.rowandb.systems.web;
