import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Operations } from '../../../core/contract/operations.ts';
import type { RouteHandlers } from '../../../core/contract/server-contributions.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { type CheckState, checkStates, diskParts } from '../../../core/domain/operation-words.ts';
import type { OperationsNow, operationRoutes } from '../../../schemas/wire/operations.ts';
import { type FigureHistory, spans } from './figure-history.ts';

interface CallParts {
  readonly operations: Operations;
  readonly history: FigureHistory;
  /** When the disk will be full; null: not in sight. */
  readonly fullMs: () => number | null;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** How administrators read how the server is. */
export function operationCalls({ operations, history, fullMs, clock }: CallParts): RouteHandlers<typeof operationRoutes> {
  return {
    operationsNow: async () => {
      const [versions, servers] = await Promise.all([operations.versions(), operations.servers()]);
      const checks = operations.checks().map(({ sinceMs, ...same }) => ({ ...same, since: sinceMs }));
      return accepted({
        ...{ now: clock.nowMs(), state: worst(checks), checks, figures: [...operations.figures()] },
        versions: {
          ...{ product: versions.product, commit: versions.commit, node: versions.node, database: versions.database },
          database_version: versions.databaseVersion,
          ...{ schema_step: versions.schema.id, schema_name: versions.schema.name, journal_edition: versions.journalEdition },
          plugins_on: versions.pluginsOn,
          plugins_failed: versions.pluginsFailed.map(({ id, reason }) => ({ plugin: id, reason })),
        },
        server: {
          ...{ since: operations.startedMs, epoch: operations.leaseEpoch },
          list: servers?.map(({ address, isThis, role, isAlive }) => ({ address, is_this: isThis, role, is_alive: isAlive })) ?? null,
        },
        venues: operations.venues().map(venueView),
        jobs: operations.jobs().map(({ owner, job, everyMs, startedMs, endedMs, nextMs, error }) => ({
          ...{ owner, job, every_ms: everyMs, began: startedMs, ended: endedMs, next: nextMs, error },
        })),
        disk: diskView(operations, fullMs()),
      });
    },
    operationsHistory: async ({ query: { key, span } }) => {
      if (!operations.figures().some((figure) => figure.key === key))
        return refused('REQUEST_INVALID', { field: 'key', rule: 'must be a figure of /admin/operations/now' });
      const nowMs = clock.nowMs();
      const points = await history.points(key, span, nowMs);
      return accepted({
        ...{ key, step_ms: spans[span].stepMs, from: nowMs - spans[span].lengthMs, until: nowMs },
        points: points.map(({ atMs, mean, most }) => ({ at: atMs, mean, most })),
      });
    },
    operationsLog: async ({ query: { search = '' } }) => {
      const sought = search.trim().toLowerCase();
      const found = operations.log().filter(({ part, text, detail }) => `${part} ${text} ${detail}`.toLowerCase().includes(sought));
      return accepted({ list: found.map(({ firstMs, lastMs, ...same }) => ({ ...same, first: firstMs, last: lastMs })) });
    },
  };
}

const worst = (checks: readonly { readonly state: CheckState }[]): CheckState =>
  checkStates.findLast((state) => checks.some((check) => check.state === state)) ?? 'ok';

const venueView = (venue: ReturnType<Operations['venues']>[number]): OperationsNow['venues'][number] => ({
  ...{ exchange: venue.exchange, title: venue.title, health: venue.health, reason: venue.reason, markets: venue.markets },
  ...{ heard: venue.messageMs, answer_p50: venue.answerP50, answer_p99: venue.answerP99, waiting: venue.waiting },
  ...{ sequence: venue.sequence, stored: venue.stored, snapshot: venue.snapshotSequence, store_lag: venue.storeLag },
});

function diskView(operations: Pick<Operations, 'disk'>, full: number | null): OperationsNow['disk'] {
  const { freeBytes, floorBytes, parts, measuredMs } = operations.disk();
  return {
    ...{ free_bytes: freeBytes, floor_bytes: floorBytes, measured: measuredMs, full },
    parts: parts === null ? null : diskParts.map((part) => ({ part, bytes: parts[part] })),
  };
}
