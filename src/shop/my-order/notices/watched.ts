/* The orders of which this device is told. */
import { deviceStorage } from '#kit/storage/device-storage.ts'

const WATCHED = 'zulf:watched:1'

export function watched(): string[] {
  return (deviceStorage.get(WATCHED) ?? '').split(' ').filter(Boolean)
}

export function saveWatched(ids: string[]): void {
  deviceStorage.set(WATCHED, [...new Set(ids)].slice(-50).join(' '))
}
