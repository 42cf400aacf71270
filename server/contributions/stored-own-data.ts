import type { LeavingHindrance, OwnData, OwnDataBook, OwnDataPart } from '../../core/contract/own-data.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { type CsvColumns, csvHeader, csvLine } from '../../core/domain/csv.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { houseParts } from '../store/own-data/house-parts.ts';
import { eraseRows, ownColumns, ownRows, untoldParts } from '../store/own-data/own-data-rows.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';

interface OwnDataParts {
  readonly store: Pick<Store, 'sql'>;
  readonly room: Pick<TradingRoom, 'access' | 'accounts' | 'venues'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** What the house and its plugins hold of people, told to themselves and erased when they leave. */
export class StoredOwnData implements OwnDataBook {
  readonly #parts: OwnDataParts;
  /** By plugin. */
  readonly #added = new Map<string, OwnDataPart[]>();

  constructor(parts: OwnDataParts) {
    this.#parts = parts;
  }

  of(pluginId: string): OwnData {
    const prefix = `${pluginId.replaceAll('-', '_')}__`;
    return {
      add: (...parts) => {
        const foreign = parts.find(({ table }) => !table.startsWith(prefix));
        if (foreign !== undefined) throw new Error(`plugin "${pluginId}" tells of the table ${foreign.table}, which is another's`);
        this.#added.set(pluginId, [...(this.#added.get(pluginId) ?? []), ...parts]);
      },
    };
  }

  release(pluginId: string): void {
    this.#added.delete(pluginId);
  }

  async *written(userId: string, stop: AbortSignal): AsyncIterable<string> {
    const { store, clock } = this.#parts;
    yield `{"format":"tessera.own-data/1","made_ms":${clock.nowMs()}`;
    for (const part of await this.#told()) {
      yield `,\n${JSON.stringify(part.name)}:[`;
      let before = '\n';
      for await (const row of ownRows(store.sql, part, userId)) {
        stop.throwIfAborted();
        yield `${before}${JSON.stringify(row)}`;
        before = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  }

  async tables(): Promise<readonly string[]> {
    return (await this.#told()).map(({ name }) => name);
  }

  async *table(name: string, userId: string, stop: AbortSignal): AsyncIterable<string> {
    const { sql } = this.#parts.store;
    let columns: CsvColumns<OwnRow> | null = null;
    const parts = (await this.#told()).filter((one) => one.name === name);
    for (const part of parts) {
      for await (const row of ownRows(sql, part, userId)) {
        stop.throwIfAborted();
        if (columns === null) {
          columns = columnsOf(Object.keys(row));
          yield csvHeader(columns);
        }
        yield csvLine(columns, row);
      }
    }
    const [part] = parts;
    if (columns === null && part !== undefined) yield csvHeader(columnsOf(await ownColumns(sql, part)));
  }

  async closed<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const { access, accounts } = this.#parts.room;
    const giveBacks = access.ownAccounts(userId).map((account) => accounts.withhold(account));
    try {
      return await work();
    } finally {
      for (const giveBack of giveBacks) await giveBack();
    }
  }

  async hindrances(userId: string, within: Sql = this.#parts.store.sql): Promise<readonly LeavingHindrance[]> {
    const { room } = this.#parts;
    const found: LeavingHindrance[] = [];
    // Of the database, as it has those too that nobody finds now.
    const accounts = await within.run<{ readonly id: string; readonly name: string; readonly exchange: string }>(
      "select api_id as id, name, exchange from api_account where user_id = $1 and state <> 'DELETED' order by api_id",
      [userId],
    );
    for (const { id, name, exchange } of accounts) {
      const apiId = Number(id);
      const venue = room.venues.venue(exchange);
      // Nobody can say what is in it.
      if (venue === null) found.push({ kind: 'unknown', where: name });
      const keys = venue?.accounts(apiId) ?? [];
      if (keys.some((key) => (venue?.openOrders(key).length ?? 0) > 0)) found.push({ kind: 'orders', where: name });
      if (keys.some((key) => venue?.balances(key).some(({ total }) => compareDecimals(total, '0') !== 0) === true))
        found.push({ kind: 'balances', where: name });
      if (room.accounts.isMoving(apiId)) found.push({ kind: 'movements', where: name });
    }
    const running = await within.run<{ readonly name: string }>(
      'select name from strategy_instance where user_id = $1 and not settled order by created_ms',
      [userId],
    );
    const moving = await within.run<{ readonly id: string }>(
      "select id from money_movement where user_id = $1 and state in ('REQUESTED', 'APPROVED', 'UNRESOLVED')",
      [userId],
    );
    return [
      ...found,
      ...running.map(({ name }) => ({ kind: 'instances' as const, where: name })),
      ...moving.slice(0, 1).map(() => ({ kind: 'movements' as const, where: '' })),
    ];
  }

  async erase(userId: string, within: Sql): Promise<void> {
    await eraseRows(within, await this.#all(within), userId);
  }

  async #told() {
    return (await this.#all(this.#parts.store.sql)).flatMap((part) => (part.name === null ? [] : [{ ...part, name: part.name }]));
  }

  async #all(sql: Sql): Promise<readonly OwnDataPart[]> {
    const told = [...[...this.#added.values()].flat(), ...houseParts];
    return [...(await untoldParts(sql, told)), ...told];
  }
}

type OwnRow = Readonly<Record<string, unknown>>;
const columnsOf = (names: readonly string[]): CsvColumns<OwnRow> =>
  Object.fromEntries(names.map((name) => [name, (one: OwnRow) => cellOf(one[name])]));

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
