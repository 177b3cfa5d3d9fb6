/* In development nothing else puts early.ts into the page (defer-runtime.ts). */
import './early.ts'

export { default } from './directive.ts'
