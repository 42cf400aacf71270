import type { Migration } from './migration.ts';

/**
 * The database itself refuses to change or take out an entry of the audit log, whichever code asks for it, and to lose where its chain ends. Its owner
 * can still take the triggers away; the chain finds what he does then.
 */
export const auditOnlyGrows: Migration = {
  id: 60,
  name: 'audit-only-grows',
  statements: [
    `create function audit_only_grows() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log only grows: % of % is refused', lower(tg_op), tg_table_name using errcode = 'restrict_violation'; end $$`,
    `create trigger audit_log_only_grows before update or delete or truncate on audit_log
      for each statement execute function audit_only_grows()`,
    `create trigger audit_head_stays before delete or truncate on audit_head
      for each statement execute function audit_only_grows()`,
  ],
};
