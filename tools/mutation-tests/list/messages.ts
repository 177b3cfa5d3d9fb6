import { inFunction, type Mutation } from '../mutation.ts'

const MESSAGES = 'tests/database/messages.test.ts'

/** The contact form. */
export const messageMutations: Mutation[] = [
  ...inFunction('private.send_message(jsonb)', MESSAGES, {
    'messages are limited per client': ['> 10 then', '> 1000000 then'],
    'a message is saved once': ['if found then', 'if false then'],
    'a message id belongs to one message':
      "saved.message is distinct from private.clean_lines(p ->> 'message')",
  }),
  ...inFunction('private.refuse_message(jsonb)', MESSAGES, {
    'a message by GET is refused': 'private.is_read_only()',
    'a message is an object': "jsonb_typeof(p) is distinct from 'object'",
    'a message has a maximum size': ['> 49152', '> 1000000000'],
    'a message has known fields': ['if found then', 'if false then'],
    'a message has an id': "p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$'",
  }),
  ...inFunction('private.clean_message_field(text, jsonb)', MESSAGES, {
    'a message has text in every field': "private.is_blank(translate(cleaned, E'\\n', ' '))",
    'every field of a message has a maximum length': ['else 10000 end', 'else 100000 end'],
    'a message has an email': "field = 'email'",
    'a message is cleaned line by line': ["private.clean_lines(typed #>> '{}')", "typed #>> '{}'"],
  }),
  ...inFunction('private.show_messages(text[])', MESSAGES, {
    'messages are listed newest first': ['received_at desc', 'received_at'],
  }),
]
