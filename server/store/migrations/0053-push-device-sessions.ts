import type { Migration } from './migration.ts';

/** The session in which a device was named: it goes with it. Of devices of before nobody knows; they go when all sessions of their owner end. */
export const pushDeviceSessions: Migration = {
  id: 53,
  name: 'push-device-sessions',
  statements: ['alter table push_device add column session_hash text', 'create index push_device_session on push_device (session_hash)'],
};
