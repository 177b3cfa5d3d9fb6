/* The options of a select, of a table of labels. */

export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }))
}

/** The same, below one for none of them. */
export function optionsOrNone<Value extends string>(
  none: string,
  labels: Readonly<Record<Value, string>>,
) {
  return [{ value: '' as const, label: none }, ...optionsOf(labels)]
}
