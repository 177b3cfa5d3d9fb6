/** The files that a built script imports, as paths. */
export function importsIn(script: string): string[] {
  const named = script.matchAll(/(?:from|import)\s*["'`]\.\/([\w.@-]+\.js)["'`]/g)
  return [...new Set(Array.from(named, ([, file]) => `/_astro/${file}`))]
}
