/* A film for Chromium's camera of tests: barcodes in the middle of a white picture, one after the other. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js'

const [WIDTH, HEIGHT] = [640, 480]
const FRAMES_PER_SECOND = 5
const FRAMES_OF_EACH = 10
const MODULE_PX = 3
const [WHITE, BLACK, GREY] = [235, 16, 128]

/** Read when a page opens the camera. Each worker has its own. */
const FILM = join(tmpdir(), `camera-${process.pid}.y4m`)

/** For each browser: a worker with arguments of its own would start another browser and another shop. */
export const CAMERA_ARGUMENTS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${FILM}`,
]

/** Shows each code for two seconds, again and again. */
export function writeCameraVideo(codes: readonly string[]): void {
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420\n`
  const frames = codes.flatMap((code) => Array.from({ length: FRAMES_OF_EACH }, () => frame(code)))
  writeFileSync(FILM, Buffer.concat([Buffer.from(head), ...frames]))
}

function frame(code: string): Buffer {
  const row = Buffer.alloc(WIDTH, WHITE)
  const modules = new CODE128(code, {}).encode().data
  const start = Math.floor((WIDTH - modules.length * MODULE_PX) / 2)
  for (const [nth, module] of [...modules].entries()) {
    const at = start + nth * MODULE_PX
    if (module === '1') row.fill(BLACK, at, at + MODULE_PX)
  }
  const isBars = (y: number) => y > HEIGHT / 4 && y < (HEIGHT * 3) / 4
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    isBars(y) ? row : Buffer.alloc(WIDTH, WHITE),
  )
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)
  return Buffer.concat([Buffer.from('FRAME\n'), ...rows, colour])
}
