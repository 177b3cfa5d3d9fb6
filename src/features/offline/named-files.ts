/* The hashed files that the text of a page or a script refers to. */

/** All files that the page can request, pictures in every width included. */
export function filesNamedIn(html: string): string[] {
  return unique(html.match(/\/_astro\/[\w./@-]+/g) ?? [])
}

/** Whether a page needs the file to work. Pictures are cached as they are seen. */
export function isRequired(file: string): boolean {
  return /\.(js|woff2)$/.test(file)
}

/** The page without references to scripts that it may never need: those of islands, and large ones on demand. */
export function withoutOptionalScripts(html: string): string {
  return html.replace(/<astro-island\b[^>]*>|<template [^>]*data-large[^>]*>.*?<\/template>/gs, '')
}

function unique(files: string[]): string[] {
  return [...new Set(files)]
}
