/* A browser window with the same methods in every engine. */

/** npm run e2e has Chromium. */
export const ENGINES = ['firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

export interface Look {
  width: number
  height: number
  scheme: 'light' | 'dark'
  /** No cookies, storage and locks. Only Firefox has such a setting. */
  blocksStorage?: boolean
}

/** A function that runs in the page. It cannot use other names of its module. */
export type InPage<Args extends unknown[], Result> = (...args: Args) => Result

/** One window with empty storage. Input is the engine's own: real keys and a real pointer. */
export interface Tab {
  /** Starts loading the page. It may not have loaded yet when this resolves. */
  open(url: string): Promise<void>
  /** Waits, for a few seconds at most, until no file is under way that the engine would report when the page is left. */
  quiet(): Promise<void>
  run<Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args): Promise<Result>
  /** Clicks the element that the function finds. False when it finds none. */
  click<Args extends unknown[]>(find: InPage<Args, Element | null>, ...args: Args): Promise<boolean>
  /** Sends keys to what has the focus. */
  type(text: string): Promise<void>
  pressTab(): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** Errors and warnings of the pages so far, as far as the engine reports them. */
  noise(): Promise<string[]>
  close(): Promise<void>
}
