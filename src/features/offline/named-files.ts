/* The hashed files that the text of a page or a script refers to. */

/** All files that the page can request by itself, pictures in every width included. */
export function filesNamedIn(html: string): string[] {
  return unique(html.match(/\/_astro\/[\w./@-]+/g) ?? [])
}

/** Whether a page needs the file to work. Pictures are cached as they are seen. */
export function isRequired(file: string): boolean {
  return /\.(js|woff2)$/.test(file)
}

/** The page without references to the scripts of its islands. */
export function withoutIslands(html: string): string {
  return html.replace(/<astro-island\b[^>]*>/g, '')
}

/** What a script imports from its own folder, statically and dynamically. */
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
