/* HTTP without the manners of fetch: any method, any path as it is written, any bytes. */
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text as JSON, or undefined when it is none. */
  body: unknown
}

export interface Sending {
  method?: string
  /** A header of several values is sent several times. */
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface Wire {
  send(path: string, sending: Sending): Promise<Reply>
  /** These bytes and an end; whatever comes until the other side hangs up. */
  speak(bytes: string | Buffer): Promise<Reply>
  close(): void
}

export function openWire(url: string): Wire {
  const { port } = new URL(url)
  const address = { host: '127.0.0.1', port: Number(port) }
  const agent = new Agent({ keepAlive: true })

  return {
    send: (path, { method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const sent = request(
          { ...address, agent, path, method, headers: { ...length, ...headers } },
          async (answer) => {
            const text = await textOf(answer)
            resolve(toReply(answer.statusCode ?? 0, answer.headers, text))
          },
        )
        sent.once('error', reject)
        sent.end(body)
      }),

    speak: (bytes) =>
      new Promise((resolve) => {
        const socket = connect(address)
        const heard: Buffer[] = []
        socket.on('data', (piece) => heard.push(piece))
        // The other side may hang up in the middle of what we say.
        socket.on('error', () => undefined)
        socket.once('close', () => resolve(readReply(Buffer.concat(heard).toString('utf8'))))
        socket.end(bytes)
      }),

    close: () => agent.destroy(),
  }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Of a conversation that was heard as bytes: all of it as the text, and 0 where nothing came. */
function readReply(heard: string): Reply {
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(heard) ?? []
  return { ...toReply(Number(status), {}, heard), body: parsed(heard.split('\r\n\r\n')[1] ?? '') }
}

function toReply(status: number, headers: IncomingHttpHeaders, text: string): Reply {
  return { status, headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
