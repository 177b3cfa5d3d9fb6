export interface ServerOptions {
  /** The folder of the cluster. It exists; while it is empty, a cluster is made in it. */
  data: string
  /** The folder of the socket, which only the users of the server may enter. */
  sockets: string
  /** Whether commits wait for the disk. Without it, a power cut loses data. */
  durable?: boolean
  /** Also listens on this port of 127.0.0.1, where a role needs its password. */
  port?: number
  /** Deleted when the server ends, which then keeps nothing. */
  temporaryFolder?: string
  log?: (message: string) => void
}
