import type { FAQPage } from 'schema-dts'
import { withAbsoluteLinks } from './with-absolute-links.ts'

export interface Answered {
  question: string
  /** As HTML, which search engines may show. */
  answer: string
}

export function faqData(questions: readonly Answered[]): FAQPage {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: withAbsoluteLinks(answer) },
    })),
  }
}
