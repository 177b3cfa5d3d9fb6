/* The sound for new orders. */
import { atom } from 'nanostores'
import { beep } from '#admin/beep.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { withLock } from '#kit/storage/with-lock.ts'

const STORAGE_KEY = 'zulf:admin-sound'

/** The date of the newest order that was heard in any tab. */
const RUNG_KEY = 'zulf:admin-rung-order'

/** Whether a new order is also heard on this device. Off by default. */
export const $isSoundOn = atom(isSoundOn())

export function setSound(isOn: boolean): void {
  $isSoundOn.set(isOn)
  deviceStorage.set(STORAGE_KEY, isOn ? 'on' : 'off')
}

/** Reads the choice again, since another tab may have changed it. */
function isSoundOn(): boolean {
  return deviceStorage.get(STORAGE_KEY) === 'on'
}

/** Plays the sound for the order of this date, in one tab of all that call this. */
export async function ringOnce(date: string, play = beep): Promise<void> {
  if (!isSoundOn()) return
  await withLock(RUNG_KEY, async () => {
    if (deviceStorage.get(RUNG_KEY) === date) return
    if (await play()) deviceStorage.set(RUNG_KEY, date)
  })
}
