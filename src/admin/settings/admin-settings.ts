/* Settings of the admin. They are saved on this device and change nothing in the shop (docs/product.md, rule 16.10). */
import { settings } from '#config/settings.ts'
import { isRecord, parseJson } from '#kit/json.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { valueInLocalStorage } from '#kit/storage/storage-lifetime.ts'

/** What can be switched on and off, with its label. */
export const TOGGLES = {
  orderConfirmationEmails: 'Order confirmation emails',
  statusUpdateEmails: 'Status update emails',
  allowCancellations: 'Allow cancellations',
  adminEmailNotifications: 'Admin email notifications',
  dashboardAnalytics: 'Dashboard analytics',
}

type AdminSettings = Record<'storeName' | 'email' | 'phone' | 'address' | 'description', string> &
  Record<keyof typeof TOGGLES, boolean>

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

/** The version changes with the shape. */
const STORAGE_KEY = 'zulf:admin-settings:1'

export function loadSettings(): AdminSettings {
  return decodeSettings(deviceStorage.get(STORAGE_KEY))
}

/** False where the browser saves nothing beyond this page. */
export function saveSettings(settings: AdminSettings): boolean {
  const text = JSON.stringify(settings)
  deviceStorage.set(STORAGE_KEY, text)
  return valueInLocalStorage(STORAGE_KEY) === text
}

/** Parses saved settings. A value that is invalid or missing is replaced by its default. */
export function decodeSettings(text: string | null): AdminSettings {
  const saved = parseJson(text)
  if (!isRecord(saved)) return DEFAULTS
  const valid = KEYS.filter((key) => typeof saved[key] === typeof DEFAULTS[key])
  return { ...DEFAULTS, ...Object.fromEntries(valid.map((key) => [key, saved[key]])) }
}

/** The fields of the form. A toggle that is off is missing from it. */
export function fromForm(form: FormData): AdminSettings {
  const values = KEYS.map((key) => {
    const isToggle = typeof DEFAULTS[key] === 'boolean'
    return [key, isToggle ? form.has(key) : String(form.get(key) ?? '').trim()]
  })
  return { ...DEFAULTS, ...Object.fromEntries(values) }
}
