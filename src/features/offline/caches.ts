/* What is kept for times without a network. Builds share both: see docs/decisions/offline.md. */

/** Whole pages, each under its `pageKey`. */
export const PAGES = 'zulf-pages'

/** What pages are made of: scripts, fonts, pictures. */
export const FILES = 'zulf-files'
