/* The owner's settings. They are kept on this device and steer nothing yet: the page says so. */
import { settings } from '#config/settings.ts'

export interface AdminSettings {
  storeName: string
  email: string
  phone: string
  address: string
  description: string
  orderConfirmationEmails: boolean
  statusUpdateEmails: boolean
  allowCancellations: boolean
  adminEmailNotifications: boolean
  dashboardAnalytics: boolean
}

type KeysOf<Type> = {
  [Key in keyof AdminSettings]: AdminSettings[Key] extends Type ? Key : never
}[keyof AdminSettings]

export type Toggle = KeysOf<boolean>

export const TOGGLES: { key: Toggle; label: string }[] = [
  { key: 'orderConfirmationEmails', label: 'Order confirmation emails' },
  { key: 'statusUpdateEmails', label: 'Status update emails' },
  { key: 'allowCancellations', label: 'Allow cancellations' },
  { key: 'adminEmailNotifications', label: 'Admin email notifications' },
  { key: 'dashboardAnalytics', label: 'Dashboard analytics' },
]

export const DEFAULTS: AdminSettings = {
  storeName: settings.name,
  email: settings.email,
  phone: settings.phone,
  address: settings.address,
  description: `Natural herbal hair oil from ${settings.city}.`,
  orderConfirmationEmails: true,
  statusUpdateEmails: true,
  allowCancellations: false,
  adminEmailNotifications: true,
  dashboardAnalytics: true,
}

const KEYS = Object.keys(DEFAULTS) as (keyof AdminSettings)[]

/** What was kept, each value that is damaged or missing replaced by its default. */
export function decodeSettings(text: string | null): AdminSettings {
  const kept = parseObject(text)
  const sound = KEYS.filter((key) => typeof kept[key] === typeof DEFAULTS[key])
  return { ...DEFAULTS, ...Object.fromEntries(sound.map((key) => [key, kept[key]])) }
}

/** The fields of the form: a toggle that is off is not in it. */
export function fromForm(form: FormData): AdminSettings {
  const values = KEYS.map((key) => {
    const isToggle = typeof DEFAULTS[key] === 'boolean'
    return [key, isToggle ? form.has(key) : String(form.get(key) ?? '').trim()]
  })
  return { ...DEFAULTS, ...Object.fromEntries(values) }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
