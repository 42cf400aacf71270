import type { Migration } from './migration.ts';

/**
 * What administrators keep of people: the end of a VIP level, the number of changes, the last sign-in. They are found by any part of user name, e-mail
 * and phone: by the parts of three characters that these hold. That needs no extension, which not every database has; kept beside the names, so that
 * a search whose letters everybody has does not cut each name up anew.
 */
export const keptPeople: Migration = {
  id: 38,
  name: 'kept-people',
  statements: [
    `alter table app_user add column vip_until_ms bigint, add column version integer not null default 0, add column last_sign_in_ms bigint`,
    `update app_user set last_sign_in_ms = (select max(time_ms) from login_log where login_log.user_id = app_user.id and outcome = 'OK')`,
    'create index app_user_vip_until on app_user (vip_until_ms) where vip_until_ms is not null',
    `create function person_text(username text, email text, phone text) returns text language sql immutable parallel safe as
      $$ select lower(username) || chr(10) || coalesce(lower(email), '') || chr(10) || coalesce(phone, '') $$`,
    `create function person_parts(value text) returns text[] language sql immutable parallel safe as
      $$ select coalesce(array_agg(distinct substr(value, place, 3)), array[]::text[]) from generate_series(1, length(value) - 2) as place $$`,
    'alter table app_user add column parts text[] not null generated always as (person_parts(person_text(username, email, phone))) stored',
    'create index app_user_parts on app_user using gin (parts)',
    // How many a search finds, the planner guesses from these: those of a common part it then takes by name until the page is full.
    'create statistics app_user_text on (person_text(username, email, phone)) from app_user',
  ],
};
