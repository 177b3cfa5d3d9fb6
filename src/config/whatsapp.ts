/* Chats on WhatsApp with a text that the sender can still change. */
import '#kit/missing-apis.ts'
import { settings } from './settings.ts'

/** A chat with the shop. Undefined where the settings have no number. */
export function whatsAppUrl(text: string): string | undefined {
  return settings.whatsApp ? chatUrl(settings.whatsApp, text) : undefined
}

/** The shop's number as people write it: `923001234567` → `0300 1234567`. */
export const whatsAppNumber = settings.whatsApp
  .replace(/^92(\d{3})(\d{7})$/, '0$1 $2')
  .replace(/^(?=[1-9])/, '+')

/** Digits with the country code, as wa.me requires. */
export function chatUrl(digits: string, text: string): string {
  return `https://wa.me/${digits}?text=${encodeURIComponent(text.toWellFormed())}`
}

/** A message to somebody whom its sender chooses. */
export function forwardUrl(text: string): string {
  return chatUrl('', text)
}
