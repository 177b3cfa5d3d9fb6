/* Uncontrolled text fields of a form, by their names. */

export type TextField = HTMLInputElement | HTMLTextAreaElement

export function isTextField(target: unknown): target is TextField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

export function textFieldOf(form: HTMLFormElement | null, name: string): TextField | undefined {
  const element = form?.elements.namedItem(name)
  return isTextField(element) ? element : undefined
}
