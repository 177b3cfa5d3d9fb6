/* Chats on WhatsApp with a text that the sender can still change. */
import { settings } from '#config/settings.ts'

/** A chat with the shop. Undefined where the settings have no number. */
export function whatsAppUrl(text: string): string | undefined {
  return settings.whatsApp ? chatUrl(settings.whatsApp, text) : undefined
}

/** Digits with the country code, as wa.me requires. */
export function chatUrl(digits: string, text: string): string {
  return `https://wa.me/${digits}?text=${encodeURIComponent(text.toWellFormed())}`
}

/** A message to somebody whom its sender chooses. */
export function forwardUrl(text: string): string {
  return chatUrl('', text)
}
