import type { Migration } from './migration.ts';

/** Who has to do more than type a password, and sign-ins that wait for it. */
export const signInSteps: Migration = {
  id: 44,
  name: 'sign-in-steps',
  statements: [
    // By the plugin that asks for it, and in which ways it is answered: nobody comes in without it, also while that plugin does not run.
    `create table sign_in_step (
      user_id text not null references app_user (id),
      step text not null,
      kinds jsonb not null,
      primary key (user_id, step)
    )`,
    `create table pending_sign_in (
      token_hash text primary key,
      user_id text not null references app_user (id),
      account text not null,
      steps_done jsonb not null,
      tries integer not null,
      expires_ms bigint not null
    )`,
    'create index pending_sign_in_user on pending_sign_in (user_id)',
    'create index pending_sign_in_expiry on pending_sign_in (expires_ms)',
  ],
};
