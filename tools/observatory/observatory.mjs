/*
 * Mozilla's HTTP Observatory on a response that is already here: its own tests and grades, without
 * the scanner, which requires a published site.
 */

import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js'
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js'
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js'
import { Session } from '@mdn/mdn-http-observatory/src/retriever/session.js'
import { parseHttpEquivHeaders } from '@mdn/mdn-http-observatory/src/retriever/utils.js'
import { Requests } from '@mdn/mdn-http-observatory/src/types.js'

/** The grade and points of a page at its published URL, and the rules it does not meet. */
export function gradeResponse(pageUrl, { headers, html }) {
  const requests = requestsFor(new URL(pageUrl), { headers, html })
  const results = ALL_TESTS.map((test) => test(requests))
  const modifiers = results.map(({ result }) => getScoreModifier(result))
  const withoutExtra = 100 + sum(modifiers.filter((modifier) => modifier < 0))
  // As the scanner does it: extra points are for those who lack little.
  const points =
    withoutExtra >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? 100 + sum(modifiers) : withoutExtra
  const { grade, score } = getGradeForScore(points)
  return {
    grade,
    points: score,
    missed: results.filter(({ pass }) => !pass).map(({ result }) => result),
  }
}

function requestsFor(url, { headers, html }) {
  const requests = new Requests(url.hostname)
  const response = () => ({
    headers,
    request: { headers: {} },
    status: 200,
    verified: true,
    httpEquiv: parseHttpEquivHeaders(html, url.href),
  })
  for (const name of ['auto', 'cors', 'http', 'https']) requests.responses[name] = response()
  // Netlify itself leads http to https.
  requests.responses.httpRedirects = [
    { url: new URL(url.href.replace('https:', 'http:')), status: 301 },
    { url, status: 200 },
  ]
  requests.resources.path = html
  requests.session = new Session(url)
  return requests
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
