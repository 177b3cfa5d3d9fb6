/* Parses untrusted JSON: storage and responses. */

/** The value, or undefined where the text is no JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the properties of these names are all strings. */
export function hasStrings<Name extends string>(
  value: Record<string, unknown>,
  names: readonly Name[],
): value is Record<string, unknown> & Record<Name, string> {
  return names.every((name) => typeof value[name] === 'string')
}
