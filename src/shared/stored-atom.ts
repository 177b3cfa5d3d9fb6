/* nanostores' persistent atoms, over storage that cannot fail. */
import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { deviceStorage } from './device-storage.ts'

export { persistentAtom as storedAtom } from '@nanostores/persistent'

// The atoms speak to an object of keys; this lets them speak to the device's storage.
if (typeof window !== 'undefined') {
  const keys: Record<string, string> = new Proxy(
    {},
    {
      has: (_, key) => deviceStorage.get(String(key)) !== null,
      get: (_, key) => deviceStorage.get(String(key)) ?? undefined,
      set: (_, key, value) => {
        deviceStorage.set(String(key), String(value))
        return true
      },
      deleteProperty: (_, key) => {
        deviceStorage.remove(String(key))
        return true
      },
    },
  )
  setPersistentEngine(keys, windowPersistentEvents)
}
