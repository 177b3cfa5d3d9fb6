/* Which hashed files a page or a script asks for, read from its text. */

/** All that the page can ever ask for by itself, pictures in every width included. */
export function filesNamedIn(html: string): string[] {
  return unique(html.match(/\/_astro\/[\w./@-]+/g) ?? [])
}

/** Whether a page needs it to work. Pictures are kept as they are seen. */
export function isWorking(file: string): boolean {
  return /\.(js|woff2)$/.test(file)
}

/** The page without what makes its islands live: React, for the most part. */
export function withoutIslands(html: string): string {
  return html.replace(/<astro-island\b[^>]*>/g, '')
}

/** What a script imports from beside itself, at once or later. */
export function importsIn(script: string): string[] {
  const named = script.matchAll(/["'`](?:\.\/|\/?_astro\/)([\w.@-]+\.js)["'`]/g)
  return unique(Array.from(named, ([, file]) => `/_astro/${file}`))
}

/** What a script cannot run without; not what it imports later, such as the cart drawer. */
export function staticImportsIn(script: string): string[] {
  const named = script.matchAll(/(?:from|import)\s*["'`]\.\/([\w.@-]+\.js)["'`]/g)
  return unique(Array.from(named, ([, file]) => `/_astro/${file}`))
}

function unique(files: string[]): string[] {
  return [...new Set(files)]
}
