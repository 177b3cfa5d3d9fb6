/* The paper of packing slips, remembered on this device. */
import { atom } from 'nanostores'
import { deviceStorage } from '#kit/storage/device-storage.ts'

export const PAPERS = { a4: 'A4, two slips on a page', label: 'Label, 4 × 6 inches' }

export type Paper = keyof typeof PAPERS

const STORAGE_KEY = 'zulf:admin-paper'

export const $paper = atom<Paper>(deviceStorage.get(STORAGE_KEY) === 'label' ? 'label' : 'a4')

export function setPaper(paper: Paper): void {
  $paper.set(paper)
  deviceStorage.set(STORAGE_KEY, paper)
}
