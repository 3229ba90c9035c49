/**
 * The open store that connections share: where it lives, what a configuration sets for it, and
 * whose it is in this process. Below both doors. Each setting has one class that reads its keys,
 * checks their values and names a wrong one with its rule.
 */
package io.rowandb.client.store;
