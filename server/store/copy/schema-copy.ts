import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { StoreError } from '../store-error.ts';

/** A sequence that counts for a column, and what it gave last; null: nothing yet. */
interface CopiedSequence {
  readonly table: string;
  readonly column: string;
  readonly last: string | null;
}

interface CopiedTable {
  readonly name: string;
  /** Columns that are written: those that the database works out itself are not among them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** A schema as the statements that make it anew, on either engine: the house's tables and those of plugins alike. */
export interface CopiedSchema {
  /** Before the rows come. */
  readonly before: readonly string[];
  /** After them: keys, indexes, references, views, triggers. */
  readonly after: readonly string[];
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly CopiedSequence[];
}

const here = sql`current_schema()::regnamespace`;

/** What the current schema is made of. Throws StoreError on an object of a kind that no migration makes. */
export async function readSchema(database: Database): Promise<CopiedSchema> {
  await refuseUnknown(database);
  const statements = async (query: ReturnType<typeof sql<{ readonly statement: string }>>): Promise<readonly string[]> =>
    (await query.execute(database)).rows.map(({ statement }) => statement);
  const domains = await statements(sql`
    select format('create domain %I as %s%s', typname, format_type(typbasetype, typtypmod),
      (select string_agg(format(' constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid)), '') from pg_constraint where contypid = pg_type.oid and contype = 'c')) as statement
    from pg_type where typnamespace = ${here} and typtype = 'd' order by pg_type.oid`);
  const functions = await statements(sql`
    select pg_get_functiondef(oid) as statement from pg_proc where pronamespace = ${here} order by oid`);
  const counters = await statements(sql`
    select format('create sequence %I', relname) as statement from pg_class where relnamespace = ${here} and relkind = 'S'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'i') order by oid`);
  const tables = await statements(sql`
    select format('create table %I (%s)', relname, string_agg(${columnText}, ', ' order by attnum)) as statement
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = ${here} and relkind = 'r' group by pg_class.oid, relname order by pg_class.oid`);
  const storage = await statements(sql`
    select format('alter table %I alter column %I set storage %s', relname, attname,
      case attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end) as statement
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped join pg_type on pg_type.oid = atttypid
    where relnamespace = ${here} and relkind = 'r' and attstorage <> typstorage order by pg_class.oid, attnum`);
  const owned = await statements(sql`
    select format('alter sequence %I owned by %I.%I', counter.relname, tables.relname, attname) as statement
    from pg_depend join pg_class as counter on classid = 'pg_class'::regclass and objid = counter.oid and counter.relkind = 'S'
      join pg_class as tables on refclassid = 'pg_class'::regclass and refobjid = tables.oid join pg_attribute on attrelid = tables.oid and attnum = refobjsubid
    where deptype = 'a' and counter.relnamespace = ${here} order by counter.oid`);
  // Keys before what refers to them; what stands on no table is a domain's.
  const constraints = await statements(sql`
    select format('alter table %I add constraint %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid)) as statement
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = ${here} and contype in ('p', 'u', 'c', 'x', 'f') order by contype = 'f', pg_constraint.oid`);
  const indexes = await statements(sql`
    select pg_get_indexdef(indexrelid) as statement from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = ${here} and relkind = 'r' and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid`);
  const views = await statements(sql`
    select format('create view %I as %s', relname, pg_get_viewdef(oid)) as statement from pg_class
    where relnamespace = ${here} and relkind = 'v' order by oid`);
  const triggers = await statements(sql`
    select pg_get_triggerdef(pg_trigger.oid) as statement from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = ${here} and not tgisinternal order by pg_trigger.oid`);
  return {
    before: [...domains, ...functions, ...counters, ...tables, ...storage, ...owned],
    after: [...constraints, ...indexes, ...views, ...triggers],
    tables: await readTables(database),
    sequences: await readSequences(database),
  };
}

/** A column as `create table` takes it. */
const columnText = sql.raw(`concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
  case when attcollation <> 0 and attcollation <> typcollation then
    (select format('collate %I', collname) from pg_collation where pg_collation.oid = attcollation) end,
  case when attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(adbin, adrelid))
    when attidentity = 'a' then 'generated always as identity' when attidentity = 'd' then 'generated by default as identity'
    when adbin is not null then format('default %s', pg_get_expr(adbin, adrelid)) end,
  case when attnotnull then 'not null' end)`);

async function readTables(database: Database): Promise<readonly CopiedTable[]> {
  const { rows } = await sql<CopiedTable>`
    select relname as name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
      filter (where attgenerated = '') as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = ${here} and relkind = 'r' group by pg_class.oid, relname order by relname`.execute(database);
  return rows;
}

async function readSequences(database: Database): Promise<readonly CopiedSequence[]> {
  const { rows } = await sql<CopiedSequence>`
    select tables.relname as table, attname as column, pg_sequence_last_value(counter.oid)::text as last
    from pg_depend join pg_class as counter on classid = 'pg_class'::regclass and objid = counter.oid and counter.relkind = 'S'
      join pg_class as tables on refclassid = 'pg_class'::regclass and refobjid = tables.oid join pg_attribute on attrelid = tables.oid and attnum = refobjsubid
    where deptype in ('a', 'i') and counter.relnamespace = ${here} order by tables.relname, attname`.execute(database);
  return rows;
}

/** Copying around what it does not know would leave it out without a word. */
async function refuseUnknown(database: Database): Promise<void> {
  const { rows } = await sql<{ readonly label: string }>`
    select format('"%s"', relname) as label from pg_class where relnamespace = ${here} and relkind not in ('r', 'v', 'S', 'i', 't', 'c')
    union all select format('type "%s"', typname) from pg_type where typnamespace = ${here} and typtype not in ('d', 'c', 'b')
    union all select format('rule "%s" of "%s"', rulename, relname) from pg_rewrite join pg_class on pg_class.oid = ev_class
      where relnamespace = ${here} and rulename <> '_RETURN'
    union all select format('policy "%s" of "%s"', polname, relname) from pg_policy join pg_class on pg_class.oid = polrelid where relnamespace = ${here}
    union all select format('sequence "%s"', relname) from pg_class where relnamespace = ${here} and relkind = 'S'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
    `.execute(database);
  if (rows.length === 0) return;
  throw new StoreError(
    'STORE_FAILED',
    `a backup cannot hold what no migration of the product makes: ${rows.map(({ label }) => label).join(', ')}`,
  );
}
