import type { Store } from '../../../server/store/store.ts';

/** What the server writes by itself: that it lives, when sessions were used, which jobs ran, how far its journals are read, that its books agree, what markets did. */
const ofItself: readonly string[] = [
  ...['process', 'lease', 'session', 'job_run', 'projection_position', 'money_proof', 'candle', 'trade_flow'],
  ...['service_invite__rate', 'service_operations__sample'],
];

/** A digest of every table but those that the server writes by itself, and those named. */
export async function stored({ sql }: Pick<Store, 'sql'>, but: readonly string[] = []): Promise<Readonly<Record<string, string>>> {
  const tables = await sql.run<{ readonly name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const kept = tables.filter(({ name }) => !ofItself.includes(name) && !but.includes(name));
  // One question for all: eighty of them took ten times as long.
  const digest = (name: string): string =>
    `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${name}" t`;
  const rows = await sql.run<{ readonly name: string; readonly digest: string }>(kept.map(({ name }) => digest(name)).join(' union all '));
  return Object.fromEntries(rows.map((row) => [row.name, row.digest]));
}
