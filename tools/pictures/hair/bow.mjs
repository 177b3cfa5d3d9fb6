import { hx, mixc, rgb } from './drawing.mjs'

// a silk bow at (0, -262)
export function silkTie(ctx, P) {
  const tc = hx(P.cloth)
  const gr = ctx.createLinearGradient(-34, 0, 34, 0)
  gr.addColorStop(0, rgb(mixc(tc, [0, 0, 0], 0.25)))
  gr.addColorStop(0.4, rgb(mixc(tc, [255, 255, 255], 0.3)))
  gr.addColorStop(1, rgb(mixc(tc, [0, 0, 0], 0.3)))
  for (const sg of [-1, 1]) {
    ctx.fillStyle = rgb(mixc(tc, sg < 0 ? [255, 255, 255] : [0, 0, 0], 0.14))
    ctx.beginPath()
    ctx.moveTo(0, -262)
    ctx.bezierCurveTo(sg * 60, -330, sg * 124, -310, sg * 112, -262)
    ctx.bezierCurveTo(sg * 104, -226, sg * 50, -240, 0, -262)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(0, -258)
    ctx.bezierCurveTo(sg * 26, -220, sg * 44, -180, sg * 64, -140)
    ctx.lineTo(sg * 34, -132)
    ctx.bezierCurveTo(sg * 24, -180, sg * 8, -220, 0, -250)
    ctx.fill()
  }
  ctx.fillStyle = gr
  ctx.beginPath()
  ctx.roundRect(-25, -282, 50, 40, 14)
  ctx.fill()
}
