/**
 * Plans of tables that are declared in Java ({@code TableDesign}), or whose design is kept by their
 * descriptors. Keys are written by the design's own parts. Read {@link
 * io.rowandb.design.declared.DeclaredPlan} first. One thread.
 */
package io.rowandb.design.declared;
