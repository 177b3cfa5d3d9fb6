/* The comment of a table names no folder of the site, which moved. */

comment on table private.message_templates is
  'Texts of messages that the admin changed. Those without a row are in the site: message-texts.ts.';
