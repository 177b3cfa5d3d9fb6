/*
 * The HTML of the build knows nothing of what stores hold of the device. A component that reads such stores says what
 * it renders there, `useStore($store, { ssr: () => CONSTANT })`: React's first render over the HTML has to be the same.
 * `ssr: 'initial'` is the saved value, since stores read the storage when they are created.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Pages of the admin hold no data in their HTML: their islands are `client:only`. */
const FILES = globSync('src/**/*.{ts,tsx}', { exclude: ['src/{admin,desk}/**', '**/*.test.*'] })

const read = (file: string) => readFileSync(file, 'utf8')

const STORES = FILES.map(read)
  .filter((text) => /from '#kit\/storage\/(?:device|tab)-storage\.ts'/.test(text))
  .flatMap((text) => Array.from(text.matchAll(/^export const (\$\w+)/gm), ([, name = '']) => name))

test('stores of the device are read with what the HTML of the build shows', () => {
  expect(STORES).toContain('$cart')
  const reads = FILES.flatMap((file) =>
    Array.from(read(file).matchAll(/useStore\(\s*(?:\w+\.)?(\$\w+)([^)]*)/g), ([, name, rest]) => ({
      file,
      name: name ?? '',
      isPrerendered: /\bssr: \($/.test(rest ?? ''),
    })),
  ).filter(({ name }) => STORES.includes(name))
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter(({ isPrerendered }) => !isPrerendered)).toEqual([])
})
