import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { Cursor } from '../../server/store/orders/trading-records.ts';
import type { Store } from '../../server/store/store.ts';

const pageSize = 500;
/** Rows of one table that are named. */
const mostNamed = 3;

/** Every table that is made from a venue's journal, each row as one text. */
type Picture = Readonly<Record<string, readonly string[]>>;

/**
 * What the database has of an exchange after all the kills against what a rebuild from its journal gives, table by table and row by
 * row. `rebuild` starts the server on that database and stops it in order.
 */
export async function auditProjections(database: StoreOptions, exchange: string, rebuild: () => Promise<void>): Promise<readonly string[]> {
  const before = await withStore(database, async (store) => {
    const picture = await pictureOf(store, exchange);
    await store.projections.reset(exchange);
    await store.candles.forget(exchange);
    return picture;
  });
  await rebuild();
  const after = await withStore(database, (store) => pictureOf(store, exchange));
  const counts = Object.entries(before).map(([table, rows]) => `${rows.length} ${table}`);
  console.log(`compared with a rebuild from the journal: ${counts.join(', ')}`);
  return Object.keys(before).flatMap((table) => differencesOf(table, before[table] ?? [], after[table] ?? []));
}

function differencesOf(table: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const [live, rebuilt] = [new Set(before), new Set(after)];
  const name = (what: string, rows: readonly string[]): string[] =>
    rows.length === 0 ? [] : [`${rows.length} ${table} ${what}: ${rows.slice(0, mostNamed).join(' ')}`];
  return [
    ...(live.size === before.length ? [] : [`${before.length - live.size} ${table} are stored twice`]),
    ...name(
      'are not in a rebuild',
      before.filter((row) => !rebuilt.has(row)),
    ),
    ...name(
      'are in a rebuild only',
      after.filter((row) => !live.has(row)),
    ),
  ];
}

async function pictureOf(store: Store, exchange: string): Promise<Picture> {
  const apiIds = (await store.apiAccounts.all()).filter((account) => account.exchange === exchange).map(({ apiId }) => apiId);
  const { events, postings } = await store.projections.after(exchange, { sequence: 0, timeMs: 0 });
  const orders = await all((cursor) => store.orders.page({ apiIds, limit: pageSize, ...cursor }));
  const fills = await all((cursor) => store.fills.page({ apiIds, limit: pageSize, ...cursor }));
  const markets = [...new Set(fills.map(({ symbol, accountType }) => `${exchange}/${symbol}/${accountType}`))];
  const candles = await Promise.all(markets.map((id) => store.candles.before(id, '1m', Number.MAX_SAFE_INTEGER, 5_000)));
  const tables = {
    // What was refused stands in the history too, and is not of the journal.
    orders: orders.filter(({ status }) => status !== 'DENIED' && status !== 'FAILURE'),
    'order events': events,
    fills,
    postings,
    balances: await store.balances.of(apiIds, exchange),
    positions: (await store.positions.of(apiIds)).filter(({ venue }) => venue === exchange),
    candles: candles.flat(),
  };
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row))]));
}

async function all<Row>(
  read: (cursor: { readonly cursor?: Cursor }) => Promise<{ readonly items: readonly Row[]; readonly next: Cursor | null }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = await read({}); ; page = await read({ cursor: page.next })) {
    rows.push(...page.items);
    if (page.next === null) return rows;
  }
}

async function withStore<T>(database: StoreOptions, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(database);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
