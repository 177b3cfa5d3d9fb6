/*
 * What is typed into a form of the admin, saved for this tab at each change: it outlives a reload and the end of the
 * session, until it is saved, discarded, or a logout (docs/desk-rules.md, rule 21.26).
 */
import { atom, type WritableAtom } from 'nanostores'
import { tabStorage } from '#kit/storage/tab-storage.ts'

interface DraftOptions<Value> {
  empty: Value
  isEmpty: (value: Value) => boolean
  /** The draft; undefined where another version of the page saved something else. */
  parse: (saved: unknown) => Value | undefined
  /** The part that is saved. Without it all is. */
  toSaved?: (value: Value) => Partial<Value>
}

export function draftAtom<Value>(
  key: string,
  { empty, isEmpty, parse, toSaved = (value) => value }: DraftOptions<Value>,
): WritableAtom<Value> {
  const storageKey = `zulf:admin-tab-${key}`
  const $value = atom(parse(tabStorage.get(storageKey)) ?? empty)
  $value.listen((value) => {
    if (isEmpty(value)) tabStorage.remove(storageKey)
    else tabStorage.set(storageKey, toSaved(value))
  })
  return $value
}

/** As draftAtom(), for one text. */
export function draftText(key: string): WritableAtom<string> {
  return draftAtom(key, {
    empty: '',
    isEmpty: (text) => text === '',
    parse: (saved) => (typeof saved === 'string' ? saved : undefined),
  })
}
