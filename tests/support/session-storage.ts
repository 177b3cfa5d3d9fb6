import { vi } from 'vitest'

/** A tab whose storage works, until the test ends. Returns what is saved in it. */
export function stubSessionStorage(saved = new Map<string, string>()): Map<string, string> {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => saved.set(key, text),
    removeItem: (key: string) => saved.delete(key),
  })
  return saved
}
