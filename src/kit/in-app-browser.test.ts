import { expect, test } from 'vitest'
import { isInAppBrowser } from './in-app-browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'

test.each([
  [`${ANDROID}; wv) ${CHROME}`, true],
  [`${ANDROID}) ${CHROME} Instagram 330.0`, true],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0]`, true],
  [`${IPHONE} Mobile/15E148`, true],
  [`${ANDROID}) ${CHROME}`, false],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, false],
  [`${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
])('rule 7.51: %s is the browser of another app: %s', (agent, isIn) => {
  expect(isInAppBrowser(agent)).toBe(isIn)
})
