/* The keys of the project that a host gives its functions. */

/**
 * All keys that may open the outbox, in the order in which they are tried: secret keys, the one named `default` first,
 * then the legacy one, which a host goes on giving after it was disabled.
 */
export function serviceKeys(
  secretKeys: string | undefined,
  legacyKey: string | undefined,
): string[] {
  const { default: first, ...others } = secretKeys ? JSON.parse(secretKeys) : {}
  return [first, ...Object.values(others), legacyKey].filter(
    (key) => typeof key === 'string' && key !== '',
  )
}

/** A secret key is no token. */
export function keyHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }
}
