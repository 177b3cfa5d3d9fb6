import type { Shop } from './shop.ts'

/** One thing that an attacker tries, as a function: the control store is tried with the same ones. */
export interface AttackCase {
  /** The numbers of the cases that it shows, then what is a fact of the shop. */
  title: string
  /** Throws when the shop answers otherwise. What no case may do is asked afterwards: judge.ts. */
  run(shop: Shop): Promise<void>
  /** Tables whose rows the case itself changes, beyond the orders that it names. */
  touches?: string[]
}

export function fact(title: string, run: AttackCase['run'], touches: string[] = []): AttackCase {
  return { title, run, touches }
}
