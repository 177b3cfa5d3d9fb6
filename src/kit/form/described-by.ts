/** The ids of what describes a field, for `aria-describedby`. Those of what is not there are left out. */
export function describedBy(...ids: (string | false | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}
