import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { postgresUrl } from '../../../tests/kit/servers/postgres.ts';
import { pluginSource, startTestServer } from '../../../tests/kit/servers/test-server.ts';
import { CopiedDatabase } from './copied-database.ts';
import type { CopiedSchema } from './schema-copy.ts';

const databaseUrl = await postgresUrl();
const place = mkdtempSync(join(tmpdir(), 'tessera-copy-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Content {
  readonly schema: CopiedSchema;
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

const contentOf = (database: CopiedDatabase): Promise<Content> =>
  database.picture(async (picture) => {
    const rows: Record<string, string[]> = {};
    for (const table of picture.tables) {
      const lines: string[] = [];
      for await (const page of picture.rows(table)) lines.push(...page);
      rows[table.name] = lines.toSorted();
    }
    return { schema: picture.schema, rows };
  });

async function carry({ schema, rows }: Content, to: CopiedDatabase): Promise<Content> {
  expect(await to.isEmpty()).toBe(true);
  await to.fill(async (filling) => {
    await filling.makeTables(schema);
    for (const table of schema.tables) await filling.write(table, rows[table.name] ?? []);
    await filling.finish(schema);
  });
  expect(await to.isEmpty()).toBe(false);
  return contentOf(to);
}

/** A table that is made, and that nobody has rows for since the schema does not name it, would be empty without a word. */
async function refusesUnnamed({ schema }: Content): Promise<void> {
  const to = await CopiedDatabase.open({ dataDir: join(place, 'unnamed'), databaseUrl: null });
  const unnamed = { ...schema, tables: schema.tables.filter(({ name }) => name !== 'app_user') };
  const filled = to.fill(async (filling) => {
    await filling.makeTables(unnamed);
    await filling.finish(unnamed);
  });
  await expect(filled).rejects.toThrow('made without rows, since the copied schema does not name them: app_user');
  expect(await to.isEmpty()).toBe(true);
  await to.close();
}

/** But for who holds the lease. */
const withoutHolder = ({ rows }: Content): Content['rows'] => ({ ...rows, lease: [] });

it('carries every table, index, reference and row of the house and of plugins to an empty database, to the other engine, and back', async () => {
  const dataFolder = join(place, 'server');
  const server = await startTestServer({
    dataFolder,
    plugins: [pluginSource('venue-house'), pluginSource('service-alerts'), pluginSource('service-people')],
  });
  const client = await server.signIn('trader1');
  const api_id = (await client.call('apiList'))[0]?.api_id ?? 0;
  await client.call('doOrder', {
    body: {
      ...{ api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' },
      side: 'BUY',
      type: 'LIMIT',
      price: '50000.1',
      qty: '0.001',
    },
  });
  await server.close();
  const from = await CopiedDatabase.open({ dataDir: dataFolder, databaseUrl: null });
  const content = await contentOf(from);
  await from.close();
  expect(content.schema.tables.length).toBeGreaterThan(40);
  expect(content.rows.app_user?.length).toBeGreaterThan(3);
  expect(Object.keys(content.rows).some((name) => name.startsWith('service_alerts__'))).toBe(true);
  await refusesUnnamed(content);
  let carried = content;
  for (const url of databaseUrl === null ? [null] : [databaseUrl, null]) {
    const to = await CopiedDatabase.open({ dataDir: join(place, 'copy'), databaseUrl: url });
    carried = await carry(carried, to);
    await to.close();
    expect(withoutHolder(carried)).toEqual(withoutHolder(content));
    expect({ ...carried.schema, sequences: [] }).toEqual({ ...content.schema, sequences: [] });
    expect(carried.schema.sequences).toEqual(content.schema.sequences);
  }
}, 180_000);
