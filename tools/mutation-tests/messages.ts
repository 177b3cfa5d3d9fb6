import { type Guard, rewrite } from './mutation.ts'

const MESSAGES = 'tests/database/messages.test.ts'
const SEND = 'private.send_message(jsonb)'
const REFUSE = 'private.refuse_message(jsonb)'
const CLEAN = 'private.clean_message_field(text, jsonb)'

function guard(name: string, signature: string, text: string, by: string): Guard {
  return { name, drop: rewrite(signature, text, by), tests: [MESSAGES] }
}

/** What stands between an anonymous caller and the messages of the contact form. */
export const messageGuards: Guard[] = [
  guard('a message is limited per caller', SEND, '> 10 then', '> 1000000 then'),
  guard('a message is saved once', SEND, 'if found then', 'if false then'),
  guard(
    'a message keeps its id to itself',
    SEND,
    "saved.message is distinct from private.clean_lines(p ->> 'message')",
    'false',
  ),
  guard('a message is not sent by GET', REFUSE, 'private.is_read_only()', 'false'),
  guard('a message is an object', REFUSE, "jsonb_typeof(p) is distinct from 'object'", 'false'),
  guard('a message has a size', REFUSE, '> 49152', '> 1000000000'),
  guard('a message has known fields', REFUSE, 'if found then', 'if false then'),
  guard('a message has an id', REFUSE, "p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$'", 'false'),
  guard(
    'a message has text in every field',
    CLEAN,
    "private.is_blank(translate(cleaned, E'\\n', ' '))",
    'false',
  ),
  guard('a message has texts of limited length', CLEAN, 'else 10000 end', 'else 100000 end'),
  guard('a message has an email', CLEAN, "field = 'email'", 'false'),
  guard(
    'a message is cleaned line by line',
    CLEAN,
    "private.clean_lines(typed #>> '{}')",
    "typed #>> '{}'",
  ),
  guard(
    'a message is listed newest first',
    'private.show_messages(text[])',
    'received_at desc',
    'received_at',
  ),
]
