import { deviceStorage } from '#shared/device-storage.ts'
import { type AdminSettings, decodeSettings } from './admin-settings.ts'

/** The version changes with the shape. */
const KEY = 'zulf:admin-settings:1'

export function keptSettings(): AdminSettings {
  return decodeSettings(deviceStorage.get(KEY))
}

/** False where the browser keeps nothing: then it would be untrue to say that they are saved. */
export function keepSettings(settings: AdminSettings): boolean {
  const text = JSON.stringify(settings)
  deviceStorage.set(KEY, text)
  try {
    return localStorage.getItem(KEY) === text
  } catch {
    return false
  }
}
