/**
 * The open store that connections share: where it is, what a configuration sets for it, and who
 * owns it in this process. Both doors are built on it. Each setting has one class that reads its
 * keys, checks their values and reports a wrong one with its rule.
 */
package io.rowandb.client.store;
