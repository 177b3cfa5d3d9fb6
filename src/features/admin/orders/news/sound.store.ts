import { atom } from 'nanostores'
import { deviceStorage } from '#shared/device-storage.ts'

const STORAGE_KEY = 'zulf:admin-sound'

/** Whether a new order is also heard on this device. Off until the owner asks for it. */
export const $isSoundOn = atom(deviceStorage.get(STORAGE_KEY) === 'on')

export function setSound(isOn: boolean): void {
  $isSoundOn.set(isOn)
  deviceStorage.set(STORAGE_KEY, isOn ? 'on' : 'off')
}
