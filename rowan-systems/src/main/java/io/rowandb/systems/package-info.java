/**
 * Systems that are built on tables of {@code rowan-schema} alone, a package each: what they store,
 * what is asked of it, and the designs that do not work, to be measured beside the one that does.
 */
package io.rowandb.systems;
