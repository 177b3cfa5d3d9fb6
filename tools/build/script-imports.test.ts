import { expect, test } from 'vitest'
import { importsIn } from './script-imports.ts'

const script = `import{t as e}from"./react.Xe-p_Q.js";import"./a.B.js";import("./late.C.js");
  m.f=["_astro/helped.D.js","_astro/look.E.css"];fetch("/rest/v1/x.js");e("./react.Xe-p_Q.js")`

test('a script needs what it imports statically from its own folder', () => {
  expect(importsIn(script)).toEqual(['/_astro/react.Xe-p_Q.js', '/_astro/a.B.js'])
})
