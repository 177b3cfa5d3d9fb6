/* The cells of a CSV file, or of what was pasted from a spreadsheet. Loads what reads them on demand. */
import { cleanText } from '#kit/text.ts'

/** The cells of every line, of empty lines as well. */
export async function parseCsv(text: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replace(/\s+$/, ''), { delimiter: delimiterOf(text) })
  return data.map((row) => row.map(cleanText))
}

function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const linesWith = (mark: string) => text.split('\n').filter((line) => line.includes(mark)).length
  return linesWith(';') > linesWith(',') ? ';' : ','
}
