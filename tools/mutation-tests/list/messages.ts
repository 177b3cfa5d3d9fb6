import { inFunction, type Mutation } from '../mutation.ts'

const MESSAGES = 'tests/database/messages.test.ts'

/** The contact form. */
export const messageMutations: Mutation[] = [
  ...inFunction('public.send_message(jsonb)', MESSAGES, {
    'messages are limited per client': "private.is_refused('message', 30)",
    'a message is saved once': ['if found then', 'if false then'],
    'a message id belongs to one message':
      "saved.message is distinct from private.clean_lines(p ->> 'message')",
    'a message has a maximum size': ['49152', '1000000000'],
    'a message has known fields': ["'message']", "'message', 'picture']"],
    'every field of a message has a maximum length': ['10000)', '100000)'],
    'a message has an id': "p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$'",
  }),
  ...inFunction('private.clean_message_field(text, jsonb, integer)', MESSAGES, {
    'a message has text in every field': "private.is_blank(translate(cleaned, E'\\n', ' '))",
    'a message has an email': "field = 'email'",
    'a message is cleaned line by line': ["private.clean_lines(typed #>> '{}')", "typed #>> '{}'"],
  }),
  ...inFunction('public.admin_messages(jsonb)', MESSAGES, {
    'messages are listed newest first': ['received_at desc', 'received_at'],
  }),
  ...inFunction('private.count_unread()', 'tests/database/help-requests.test.ts', {
    'open requests for help are counted with the messages': [
      '+ private.count_open_help_requests()',
      '',
    ],
  }),
]
