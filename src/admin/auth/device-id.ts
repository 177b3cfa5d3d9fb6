import { deviceStorage } from '#kit/storage/device-storage.ts'

const DEVICE_KEY = 'zulf:admin-device'

/** Tells the admin's devices apart, so that two never show one order. */
export function deviceId(): string {
  const saved = deviceStorage.get(DEVICE_KEY)
  if (saved && /^[\w-]{8,64}$/.test(saved)) return saved
  const made = crypto.randomUUID()
  deviceStorage.set(DEVICE_KEY, made)
  return made
}
