/* The service worker's caches, which all builds share (docs/decisions/offline.md). */

/** Whole pages, each under its `pageKey`. */
export const PAGES = 'zulf-pages'

/** Scripts, fonts and pictures. */
export const FILES = 'zulf-files'
