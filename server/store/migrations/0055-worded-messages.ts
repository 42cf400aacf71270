import type { Migration } from './migration.ts';

/**
 * Messages in each of their readers' languages, and what a message tells of, such as an order or an instance: of one thing a user has one message.
 * `words`: JSON, by language; title and body are the English ones, or those of messages of before.
 */
export const wordedMessages: Migration = {
  id: 55,
  name: 'worded-messages',
  statements: [
    'alter table message add column words text',
    'alter table message add column refers_to text',
    'create unique index message_refers_to on message (user_id, refers_to) where refers_to is not null',
  ],
};
