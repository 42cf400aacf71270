import { type Static, Type } from '@sinclair/typebox';
import { checkStates, diskParts, figureGroups, figureUnits } from '../../core/domain/operation-words.ts';
import { nullable, oneOf, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { route } from './route.ts';

const tag = 'Operations';
const admins: Access = { roles: ['admin'] };
const common = { method: 'GET', tag, access: admins, rate: 'read' } as const;

const Words = strict({ en: Type.String(), 'zh-CN': Type.String(), 'zh-TW': Type.String() });
const Count = Type.Integer({ minimum: 0 });
const Seconds = Type.Number({ minimum: 0 });
const State = oneOf(checkStates, 'warn: somebody should look by day; down: somebody is needed now');

const Check = strict({
  owner: Type.String({ description: 'The plugin whose it is, or `tessera`' }),
  id: Type.String(),
  title: Words,
  state: State,
  since: TimeMs,
  detail: nullable(Words),
  remedy: Words,
  /** Heading of `docs/operations.md`. */
  anchor: nullable(Type.String()),
});

const Figure = strict({
  key: Type.String(),
  title: Words,
  unit: oneOf(figureUnits),
  group: oneOf(figureGroups),
  /** Null: not known. */
  value: nullable(Type.Number()),
});

const OperationsNow = strict({
  now: TimeMs,
  /** The worst of the checks. */
  state: State,
  checks: Type.Array(Check),
  figures: Type.Array(Figure),
  versions: strict({
    product: Type.String(),
    commit: nullable(Type.String()),
    node: Type.String(),
    database: oneOf(['pglite', 'postgres']),
    database_version: nullable(Type.String()),
    schema_step: Count,
    schema_name: Type.String(),
    journal_edition: Count,
    plugins_on: Count,
    plugins_failed: Type.Array(strict({ plugin: Type.String(), reason: Type.String() })),
  }),
  server: strict({
    /** Since when this server trades. */
    since: TimeMs,
    epoch: Count,
    /** Those on the same database, this one first; null while the database does not say. Gateways alone are not known. */
    list: nullable(
      Type.Array(
        strict({
          address: Type.String(),
          is_this: Type.Boolean(),
          role: oneOf(['trading', 'standby']),
          /** Has given a sign of life lately; null: seen for the first time. */
          is_alive: nullable(Type.Boolean()),
        }),
      ),
    ),
  }),
  venues: Type.Array(
    strict({
      exchange: Type.String(),
      title: Type.String(),
      health: oneOf(['LIVE', 'DEGRADED', 'DOWN']),
      reason: Type.String(),
      markets: Count,
      /** When it last told anything. */
      heard: nullable(TimeMs),
      /** From an order that was sent to its answer, in the last minute; null without orders. */
      answer_p50: nullable(Seconds),
      answer_p99: nullable(Seconds),
      /** Orders without an answer. */
      waiting: Count,
      /** Numbers of commands: the last one, the last in the database, the one of the newest snapshot. */
      sequence: nullable(Count),
      stored: nullable(Count),
      snapshot: nullable(Count),
      store_lag: Seconds,
    }),
  ),
  jobs: Type.Array(
    strict({
      owner: Type.String(),
      job: Type.String(),
      every_ms: Type.Number(),
      began: nullable(TimeMs),
      ended: nullable(TimeMs),
      next: nullable(TimeMs),
      error: nullable(Type.String()),
    }),
  ),
  disk: strict({
    free_bytes: Type.Number(),
    floor_bytes: Type.Number(),
    parts: nullable(Type.Array(strict({ part: oneOf(diskParts), bytes: Type.Number() }))),
    measured: nullable(TimeMs),
    /** When it will be full at the pace of the last day; null: not in sight, or not known. */
    full: nullable(TimeMs),
  }),
});
export type OperationsNow = Static<typeof OperationsNow>;

export const operationSpans = ['1h', '24h', '7d', '30d'] as const;
export type OperationSpan = (typeof operationSpans)[number];

const OperationsHistory = strict({
  key: Type.String(),
  /** Between two points, ms. */
  step_ms: Count,
  from: TimeMs,
  until: TimeMs,
  /** Oldest first; gaps where the server did not run or nobody knew. */
  points: Type.Array(strict({ at: TimeMs, mean: Type.Number(), most: Type.Number() })),
});
export type OperationsHistory = Static<typeof OperationsHistory>;

const OperationsLog = strict({
  /** Kinds of lines, those with the newest line first. */
  list: Type.Array(
    strict({
      level: oneOf(['warn', 'error']),
      part: Type.String(),
      text: Type.String(),
      count: Count,
      first: TimeMs,
      last: TimeMs,
      /** Fields of the last line as JSON, perhaps cut; secrets are blotted out. */
      detail: Type.String(),
    }),
  ),
});
export type OperationsLog = Static<typeof OperationsLog>;

/** How the running server is, for administrators. */
export const operationRoutes = {
  operationsNow: route({
    ...common,
    path: '/admin/operations/now',
    summary: 'Whether all is well, and everything that says so',
    reply: OperationsNow,
  }),
  operationsHistory: route({
    ...common,
    path: '/admin/operations/history',
    summary: 'A figure over time: every 10 s over an hour, every minute over a day, every quarter of an hour beyond',
    query: strict({ key: Type.String({ minLength: 1, maxLength: 100 }), span: oneOf(operationSpans) }),
    reply: OperationsHistory,
  }),
  operationsLog: route({
    ...common,
    path: '/admin/operations/log',
    summary: 'Warnings and errors of the log since the start, grouped by what they say',
    query: strict({ search: Type.Optional(Type.String({ maxLength: 200, description: 'Stands in part, text or fields' })) }),
    reply: OperationsLog,
  }),
} as const;
