/* Uncontrolled text fields of a form, by their names. */
import { type AddressField, mapFields } from './address.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

export function isTextField(target: unknown): target is TextField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

export function textFieldOf(form: HTMLFormElement | null, name: string): TextField | undefined {
  const element = form?.elements.namedItem(name)
  return isTextField(element) ? element : undefined
}

/** What is typed into the fields of an address. */
export function readAddress(form: HTMLFormElement): Record<AddressField, string> {
  return mapFields((field) => textFieldOf(form, field)?.value ?? '')
}
