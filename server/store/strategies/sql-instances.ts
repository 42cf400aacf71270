import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { InstanceStatus } from '../../../core/domain/instance-status.ts';
import type { LeaseMark } from '../leases/lease-store.ts';
import type { Database } from '../opening/dialect.ts';
import type { Json } from '../records.ts';
import { arrayLiteral, type BulkColumns, bulkArrays } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { checkedLimit } from '../sql/page.ts';
import { StoreError } from '../store-error.ts';
import type { DatabaseTables } from '../tables.ts';
import { lineBytes, pointBytes, uncounted, writtenBytes } from './history-bytes.ts';
import type {
  EventFilter,
  InstanceCommit,
  InstanceEventRecord,
  InstanceFilter,
  InstanceRecord,
  Instances,
  LimitRecord,
  NewInstanceEvent,
  PendingEffect,
  PlotPoint,
  PlotSeries,
} from './instance-store.ts';

const ended: readonly InstanceStatus[] = ['STOPPED', 'INTERRUPTED'];

/** Columns that a step changes. */
const changing: BulkColumns<InstanceCommit> = {
  status: ['text', ({ record }) => record.status],
  cause: ['text', ({ record }) => record.cause],
  settled: ['boolean', ({ record }) => record.settled],
  step: ['bigint', ({ record }) => record.step],
  snapshot: ['json', ({ record }) => record.snapshot],
  told: ['json', ({ record }) => record.told],
  simulation: ['json', ({ record }) => record.simulation],
  started_ms: ['bigint', ({ record }) => record.startedMs],
  stopped_ms: ['bigint', ({ record }) => record.stoppedMs],
};

/** Columns that most steps leave as they are. */
const seldom: BulkColumns<InstanceCommit> = {
  params: ['json', ({ record, isUpdate }) => (isUpdate ? JSON.stringify(record.params) : null)],
};

/** Columns that a step adds to. */
const growing: BulkColumns<InstanceCommit> = { history_bytes: ['bigint', writtenBytes] };

const changes = [
  'history_bytes = strategy_instance.history_bytes + given.history_bytes',
  ...Object.keys(changing).map((name) => `${name} = given.${name}`),
  ...Object.keys(seldom).map((name) => `${name} = coalesce(given.${name}, strategy_instance.${name})`),
].join(', ');

const effectKey = {
  instance_id: ['text', ({ instanceId }: Omit<PendingEffect, 'effect'>) => instanceId],
  step: ['bigint', ({ step }: Omit<PendingEffect, 'effect'>) => step],
  ordinal: ['integer', ({ ordinal }: Omit<PendingEffect, 'effect'>) => ordinal],
} as const;

type EventRow = NewInstanceEvent & { readonly instanceId: string };

const eventColumns = {
  instance_id: ['text', ({ instanceId }: EventRow) => instanceId],
  time_ms: ['bigint', ({ timeMs }: EventRow) => timeMs],
  kind: ['text', ({ kind }: EventRow) => kind],
  payload: ['json', ({ payload }: EventRow) => JSON.stringify(payload)],
} as const;

type PlotRow = PlotPoint & { readonly instanceId: string };

const plotColumns: BulkColumns<PlotRow> = {
  instance_id: ['text', ({ instanceId }) => instanceId],
  kind: ['text', ({ kind }) => kind],
  instrument: ['text', ({ instrumentId }) => instrumentId],
  name: ['text', ({ name }) => name],
  time_ms: ['bigint', ({ timeMs }) => timeMs],
  value: ['text', ({ value }) => value],
};

export class SqlInstances implements Instances {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(record: InstanceRecord, events: readonly NewInstanceEvent[], lease?: LeaseMark): Promise<void> {
    await inTransaction(this.#database, async (database) => {
      if (lease !== undefined) await underLease(lease, () => fence(lease).execute(database));
      await database
        .insertInto('strategy_instance')
        .values({
          instance_id: record.instanceId,
          user_id: record.userId,
          strategy: record.strategy,
          name: record.name,
          environment: record.environment,
          api_ids: JSON.stringify(record.apiIds),
          params: JSON.stringify(record.params),
          limits: JSON.stringify(record.limits),
          seed: record.seed,
          status: record.status,
          cause: record.cause,
          settled: record.settled,
          step: record.step,
          snapshot: record.snapshot,
          told: record.told,
          simulation: record.simulation,
          holdings: record.holdings,
          history_bytes: writtenBytes({ events, plots: [] }),
          created_ms: record.createdMs,
          started_ms: record.startedMs,
          stopped_ms: record.stoppedMs,
        })
        .execute();
      await insertEvents(database, [{ record, events }]);
    });
  }

  async get(instanceId: string): Promise<InstanceRecord | null> {
    const row = await this.#database.selectFrom('strategy_instance').selectAll().where('instance_id', '=', instanceId).executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  }

  async unsettled(): Promise<readonly InstanceRecord[]> {
    const rows = await this.#database
      .selectFrom('strategy_instance')
      .selectAll()
      .where(sql<boolean>`not settled`)
      .orderBy('created_ms')
      .orderBy('instance_id')
      .execute();
    return rows.map(toRecord);
  }

  async list({
    userId,
    notUserId,
    withinApiIds,
    orInstanceIds = [],
    running,
    before,
    limit,
    ...narrowing
  }: InstanceFilter): Promise<readonly InstanceRecord[]> {
    const { strategy, environment, status, apiIds, fromMs, toMs, endedFromMs } = narrowing;
    let query = this.#database
      .selectFrom('strategy_instance')
      .selectAll()
      .where('status', running ? 'not in' : 'in', ended);
    if (userId !== undefined) query = query.where('user_id', '=', userId);
    if (notUserId !== undefined) query = query.where('user_id', '!=', notUserId);
    if (withinApiIds !== undefined)
      query = query.where(
        sql<boolean>`(api_ids::jsonb <@ ${JSON.stringify(withinApiIds)}::jsonb and jsonb_array_length(api_ids::jsonb) > 0
          or instance_id = any (${arrayLiteral(orInstanceIds)}::text[]))`,
      );
    if (before !== undefined) {
      query = query.where(sql<boolean>`(created_ms, instance_id) < (${before.createdMs}::bigint, ${before.instanceId}::text)`);
    }
    if (strategy !== undefined) query = query.where('strategy', '=', strategy);
    if (environment !== undefined) query = query.where('environment', '=', environment);
    if (status !== undefined) query = query.where('status', '=', status);
    if (fromMs !== undefined) query = query.where('created_ms', '>=', String(fromMs));
    if (toMs !== undefined) query = query.where('created_ms', '<', String(toMs));
    if (endedFromMs !== undefined) query = query.where('stopped_ms', '>=', String(endedFromMs));
    if (apiIds !== undefined) {
      const lists = arrayLiteral(apiIds.map((apiId) => `[${apiId}]`));
      query = query.where(sql<boolean>`api_ids::jsonb @> any (${lists}::text::jsonb[])`);
    }
    const rows = await query.orderBy('created_ms', 'desc').orderBy('instance_id', 'desc').limit(checkedLimit(limit)).execute();
    return rows.map(toRecord);
  }

  async pendingEffects(): Promise<readonly PendingEffect[]> {
    const rows = await this.#database
      .selectFrom('strategy_effect')
      .selectAll()
      .orderBy('instance_id')
      .orderBy('step')
      .orderBy('ordinal')
      .execute();
    return rows.map((row) => ({ instanceId: row.instance_id, step: Number(row.step), ordinal: row.ordinal, effect: row.effect }));
  }

  async commit(steps: readonly InstanceCommit[], lease?: LeaseMark): Promise<void> {
    if (steps.length === 0) return;
    await underLease(lease, () => commitStatement(steps, lease).execute(this.#database));
  }

  async events({ instanceId, kind, beforeId, limit }: EventFilter): Promise<readonly InstanceEventRecord[]> {
    let query = this.#database.selectFrom('strategy_event').selectAll().where('instance_id', '=', instanceId);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (beforeId !== undefined) query = query.where('event_id', '<', String(beforeId));
    const rows = await query.orderBy('event_id', 'desc').limit(checkedLimit(limit)).execute();
    return rows.map((row) => ({
      eventId: Number(row.event_id),
      instanceId: row.instance_id,
      timeMs: Number(row.time_ms),
      kind: row.kind,
      payload: JSON.parse(row.payload) as Json,
    }));
  }

  async deleteEventsOlder(beforeMs: number, limit: number): Promise<number> {
    const oldest = this.#database
      .selectFrom('strategy_event')
      .select('event_id')
      .where('time_ms', '<', String(beforeMs))
      .orderBy('time_ms')
      .limit(limit);
    const { rows } = await sql<{ readonly lines: string }>`with
      gone as (delete from strategy_event where event_id in (${oldest}) returning instance_id, ${lineBytes} as bytes),
      counted as (${uncounted('gone')})
      select count(*) as lines from gone`.execute(this.#database);
    return Number(rows[0]?.lines ?? 0);
  }

  async plots(instanceId: string, sinceMs: number): Promise<readonly PlotPoint[]> {
    const rows = await this.#database
      .selectFrom('strategy_plot')
      .selectAll()
      .where('instance_id', '=', instanceId)
      .where('time_ms', '>=', String(sinceMs))
      .orderBy('kind')
      .orderBy('instrument')
      .orderBy('name')
      .orderBy('time_ms')
      .execute();
    return rows.map(toPoint);
  }

  async longPlots({ plot, mark }: Readonly<Record<PlotPoint['kind'], number>>): Promise<readonly PlotSeries[]> {
    const rows = await this.#database
      .selectFrom('strategy_plot')
      .select(['instance_id', 'kind', 'instrument', 'name'])
      .groupBy(['instance_id', 'kind', 'instrument', 'name'])
      .having(sql<boolean>`count(*) > case kind when 'mark' then ${mark}::integer else ${plot}::integer end`)
      .execute();
    return rows.map((row) => ({ instanceId: row.instance_id, kind: kindOf(row.kind), instrumentId: row.instrument, name: row.name }));
  }

  async plotPoints({ instanceId, kind, instrumentId, name }: PlotSeries): Promise<readonly PlotPoint[]> {
    const rows = await this.#database
      .selectFrom('strategy_plot')
      .selectAll()
      .where('instance_id', '=', instanceId)
      .where('kind', '=', kind)
      .where('instrument', '=', instrumentId)
      .where('name', '=', name)
      .orderBy('time_ms')
      .execute();
    return rows.map(toPoint);
  }

  async deletePlotPoints({ instanceId, kind, instrumentId, name }: PlotSeries, timesMs: readonly number[]): Promise<void> {
    await this.#deletePlots(sql`instance_id = ${instanceId} and kind = ${kind} and instrument = ${instrumentId} and name = ${name}
      and time_ms = any (${arrayLiteral(timesMs)}::text::bigint[])`);
  }

  async deletePlotsOlder(beforeMs: number): Promise<void> {
    await this.#deletePlots(sql`time_ms < ${String(beforeMs)}::bigint`);
  }

  async #deletePlots(which: RawBuilder<unknown>): Promise<void> {
    await sql`with gone as (delete from strategy_plot where ${which} returning instance_id, ${sql.lit(pointBytes)}::bigint as bytes)
      ${uncounted('gone')}`.execute(this.#database);
  }

  async limits(): Promise<readonly LimitRecord[]> {
    const rows = await this.#database.selectFrom('strategy_limit').selectAll().orderBy('scope').execute();
    return rows.map((row) => ({ scope: row.scope, limits: JSON.parse(row.limits) as Json, updatedMs: Number(row.updated_ms) }));
  }

  async changeLimits({ scope, limits, updatedMs }: LimitRecord): Promise<Json> {
    const merged = sql<string>`(strategy_limit.limits::jsonb || excluded.limits::jsonb)::text`;
    const row = await this.#database
      .insertInto('strategy_limit')
      .values({ scope, limits: JSON.stringify(limits), updated_ms: updatedMs })
      .onConflict((conflict) => conflict.column('scope').doUpdateSet({ limits: merged, updated_ms: updatedMs }))
      .returning('limits')
      .executeTakeFirstOrThrow();
    return JSON.parse(row.limits) as Json;
  }
}

/** Rows as a table that PostgreSQL reads from one text per column. */
function rowsOf<T>(rows: readonly T[], columns: BulkColumns<T>): RawBuilder<unknown> {
  return sql`unnest(${sql.join(bulkArrays(columns, rows))}) as given (${sql.raw(Object.keys(columns).join(', '))})`;
}

/** Steps are many and small: one statement, so one transaction and one way to the database and back. */
function commitStatement(steps: readonly InstanceCommit[], lease: LeaseMark | undefined): RawBuilder<unknown> {
  const records = rowsOf(steps, { instance_id: ['text', ({ record }) => record.instanceId], ...changing, ...seldom, ...growing });
  const lines = steps.flatMap(({ record: { instanceId }, events }) => events.map((event) => ({ ...event, instanceId })));
  const points = steps.flatMap(({ record: { instanceId }, plots }) => plots.map((point) => ({ ...point, instanceId })));
  return sql`with
    stepped as (update strategy_instance set ${sql.raw(changes)} from ${records} where strategy_instance.instance_id = given.instance_id),
    struck as (delete from strategy_effect using ${rowsOf(
      steps.flatMap(({ done }) => done),
      effectKey,
    )}
      where strategy_effect.instance_id = given.instance_id
        and strategy_effect.step = given.step and strategy_effect.ordinal = given.ordinal),
    pending as (insert into strategy_effect (instance_id, step, ordinal, effect) select * from ${rowsOf(
      steps.flatMap(({ effects }) => effects),
      { ...effectKey, effect: ['json', ({ effect }) => effect] },
    )} on conflict do nothing),
    plotted as (insert into strategy_plot (${sql.raw(Object.keys(plotColumns).join(', '))}) select * from ${rowsOf(points, plotColumns)}
      on conflict (instance_id, kind, instrument, name, time_ms) do update set value = excluded.value),
    told as (insert into strategy_event (instance_id, time_ms, kind, payload) select * from ${rowsOf(lines, eventColumns)})
    ${lease === undefined ? sql`select` : fence(lease)}`;
}

/** Fails, and the whole statement with it, unless the lease is held in that epoch; SQL has no other word for it in one statement. Who takes the lease waits for the end. */
const fence = ({ name, epoch }: LeaseMark): RawBuilder<unknown> =>
  sql`select 1 / count(*) from (select from lease where name = ${name} and epoch = ${epoch} for share) as held`;

/** LEASE_LOST where the fence failed. */
async function underLease(lease: LeaseMark | undefined, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDivisionByZero(error)) throw error;
    throw new StoreError('LEASE_LOST', `another server steps the strategies of this database (${lease?.name} ${lease?.epoch})`);
  }
}

const isDivisionByZero = (error: unknown): boolean => (error as { code?: unknown }).code === '22012';

async function insertEvents(database: Database, steps: readonly Pick<InstanceCommit, 'record' | 'events'>[]): Promise<void> {
  const rows = steps.flatMap(({ record, events }) =>
    events.map(({ timeMs, kind, payload }) => ({
      instance_id: record.instanceId,
      time_ms: timeMs,
      kind,
      payload: JSON.stringify(payload),
    })),
  );
  if (rows.length > 0) await database.insertInto('strategy_event').values(rows).execute();
}

const kindOf = (kind: string): PlotPoint['kind'] => (kind === 'mark' ? 'mark' : 'plot');

const toPoint = (row: Selectable<DatabaseTables['strategy_plot']>): PlotPoint => ({
  kind: kindOf(row.kind),
  instrumentId: row.instrument,
  name: row.name,
  timeMs: Number(row.time_ms),
  value: row.value,
});

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

const toRecord = (row: Selectable<DatabaseTables['strategy_instance']>): InstanceRecord => ({
  instanceId: row.instance_id,
  userId: row.user_id,
  strategy: row.strategy,
  name: row.name,
  environment: row.environment,
  apiIds: JSON.parse(row.api_ids) as number[],
  params: JSON.parse(row.params) as Json,
  limits: JSON.parse(row.limits) as Json,
  seed: Number(row.seed),
  status: row.status as InstanceStatus,
  cause: row.cause,
  settled: row.settled,
  step: Number(row.step),
  snapshot: row.snapshot,
  told: row.told,
  simulation: row.simulation,
  holdings: row.holdings,
  createdMs: Number(row.created_ms),
  startedMs: numberOrNull(row.started_ms),
  stoppedMs: numberOrNull(row.stopped_ms),
});
