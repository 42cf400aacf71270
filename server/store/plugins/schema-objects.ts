import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';

/** Something that a migration can change: a table, an index, a trigger, the rows of a table. */
export interface SchemaObject {
  /** As a sentence names it. */
  readonly label: string;
  /** The table that it belongs to; its own name where it belongs to none. */
  readonly of: string;
  /** Hash of what it is made of. */
  readonly shape: string;
}

/**
 * Everything in the schema with what it is made of, rows counted as this transaction has written them. Two looks of one transaction tell what
 * was done between them, by whatever statement, trigger or function. Of other schemas, what this transaction has made.
 */
export async function schemaObjects(transaction: Database): Promise<readonly SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    with here as (select oid, relname, relkind, relrowsecurity, relowner, relacl from pg_class where relnamespace = current_schema()::regnamespace),
    tables as (select * from here where relkind in ('r', 'p', 'v', 'm', 'f'))
    select format('table "%s"', relname) as label, relname as of, md5(concat(pg_relation_filenode(tables.oid), relrowsecurity, relowner, relacl,
        (select count(*) from pg_trigger where tgrelid = tables.oid and tgisinternal and tgenabled <> 'O'),
        case when relkind in ('v', 'm') then pg_get_viewdef(tables.oid) end,
        (select string_agg(concat_ws(' ', attname, atttypid, atttypmod, attnotnull, attisdropped, pg_get_expr(adbin, adrelid)), ',' order by attnum)
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = tables.oid and attnum > 0))) as shape
      from tables
    union all select format('index "%s"', own.relname), tables.relname, md5(pg_get_indexdef(indexrelid))
      from pg_index join tables on tables.oid = indrelid join here as own on own.oid = indexrelid
    union all select format('sequence "%s"', here.relname), coalesce(tables.relname, here.relname), md5(concat(seqstart, seqincrement, seqmax, seqmin))
      from here join pg_sequence on seqrelid = here.oid
      left join pg_depend on classid = 'pg_class'::regclass and objid = here.oid and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
      left join tables on tables.oid = refobjid
    union all select format('constraint "%s" of table "%s"', conname, relname), relname, md5(pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join tables on tables.oid = conrelid
    union all select format('trigger "%s" of table "%s"', tgname, relname), relname, md5(concat(tgenabled, pg_get_triggerdef(pg_trigger.oid)))
      from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all select format('rule "%s" of table "%s"', rulename, relname), relname, md5(pg_get_ruledef(pg_rewrite.oid))
      from pg_rewrite join tables on tables.oid = ev_class where rulename <> '_RETURN'
    union all select format('policy "%s" of table "%s"', polname, relname), relname, md5(concat(polcmd, pg_get_expr(polqual, polrelid)))
      from pg_policy join tables on tables.oid = polrelid
    union all select format('function "%s"', proname), proname::text, md5(concat(prosrc, proargtypes)) from pg_proc
      where pronamespace = current_schema()::regnamespace
    union all select format('type "%s"', typname), typname::text, md5(typtype::text) from pg_type
      where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd')
    union all select format('rows of table "%s"', relname), relname, concat_ws(' ', n_tup_ins, n_tup_upd, n_tup_del)
      from pg_stat_xact_user_tables where schemaname = current_schema()
    union all select format('schema "%s"', nspname), nspname::text, '' from pg_namespace where xmin = pg_current_xact_id()::xid
    union all select format('table "%s"', pg_class.oid::regclass), pg_class.oid::regclass::text, '' from pg_class
      where pg_class.xmin = pg_current_xact_id()::xid and relkind in ('r', 'p', 'v', 'm', 'f') and relpersistence <> 't'
      and relnamespace <> current_schema()::regnamespace`.execute(transaction);
  return rows;
}
