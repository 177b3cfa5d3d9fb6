/*
 * `npm run bench:presses` counts the presses of a thumb that the work of a morning takes, from the dashboard on, in a
 * shop of 60 orders of the built site, at 360 × 740 pixels. Each file in `jobs` is one kind of work. `-- confirm`
 * counts those whose names contain this. Prints a table and never fails because of a figure. `-- --pictures` saves
 * the pictures of docs/desk.md on the way.
 */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Desk, openShop, withDesk } from './desk.ts'

/** What a file in `jobs` exports as `job`. */
export interface Job {
  /** Of the row in the table. */
  name: string
  /** The most presses that it shall take. */
  aim: number
  /** From the dashboard to the end of the work. Throws where that is not reached. */
  work(desk: Desk): Promise<void>
}

const ORDERS = 60
const options = process.argv.slice(2)
const only = options.find((option) => !option.startsWith('--')) ?? ''
const savesPictures = options.includes('--pictures')
const files = globSync(join(import.meta.dirname, 'jobs/*.ts'))
  .filter((file) => basename(file).includes(only))
  .sort()
if (files.length === 0) throw new Error(`No job is called "${only}".`)

console.log('| job | aim | presses | seconds of the machine |\n| --- | --: | --: | --: |')
for (const file of files) await measure(((await import(file)) as { job: Job }).job)

/** In a shop of its own. */
async function measure({ name, aim, work }: Job): Promise<void> {
  const shop = await openShop()
  try {
    await shop.place(ORDERS)
    await withDesk(shop, savesPictures, async (desk) => {
      const start = performance.now()
      await work(desk)
      const seconds = (performance.now() - start) / 1000
      console.log(`| ${name} | ${aim} | ${desk.presses()} | ${seconds.toFixed(1)} |`)
    })
  } finally {
    await shop.close()
  }
}
