import type { JobReport, Operations, ServerReport, VenueReport, VersionReport } from '../../core/contract/operations.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { isListed } from '../../core/domain/markets/instrument.ts';
import type { InstalledPlugin } from '../../core/kernel/index.ts';
import type { DiskWatch } from '../disk-watch.ts';
import { currentEdition } from '../engine/codec/edition.ts';
import { HealthCheck } from '../gateway/pages/health-check.ts';
import type { Metrics } from '../gateway/pages/metrics.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { HeldLease } from '../leases/held-lease.ts';
import { allMigrations } from '../store/migrations/all.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { DataFolderUse } from './data-folder-use.ts';
import { houseChecks } from './house-checks.ts';
import { houseFigures } from './house-figures.ts';
import type { LogMemory } from './log-memory.ts';
import type { VenueWatch } from './venue-watch.ts';
import { house, WatchedBook } from './watched-book.ts';

export interface HouseOperationsParts {
  readonly store: Pick<Store, 'kind' | 'version' | 'ready' | 'leases'>;
  readonly room: Pick<TradingRoom, 'venues' | 'projector' | 'matching' | 'switches'>;
  readonly watch: VenueWatch;
  readonly jobs: JobRunner;
  readonly lease: Pick<HeldLease, 'name' | 'epoch'>;
  readonly disk: DiskWatch;
  readonly floorBytes: number;
  readonly dataFolder: string;
  readonly metrics: Metrics;
  readonly log: LogMemory;
  readonly version: string;
  readonly commit: string | null;
  /** Those of the kernel, once it has started. */
  readonly plugins: () => readonly InstalledPlugin[];
  /** Contributions of exchanges that never opened: their part, and why. */
  readonly unopened: () => readonly { readonly id: string; readonly failure: string }[];
  readonly eventLoop?: (() => number) | undefined;
  readonly processorMs: () => number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/** OPERATIONS over the running server. */
export class HouseOperations implements Operations {
  readonly book: WatchedBook;
  readonly startedMs: number;
  readonly leaseEpoch: number;
  readonly #parts: HouseOperationsParts;
  readonly #use: DataFolderUse;
  readonly #health: HealthCheck;
  #databaseSeconds: number | null = null;
  #silentSinceMs: number | null = null;
  #loopSeconds: number | null = null;
  /** Signs of life at the last look, by process. */
  #beats: ReadonlyMap<string, number> = new Map();
  #servers: readonly ServerReport[] | null = null;
  #serversMs = Number.NEGATIVE_INFINITY;

  constructor(parts: HouseOperationsParts) {
    const { clock, logger, dataFolder, store, eventLoop } = parts;
    this.#parts = parts;
    this.startedMs = clock.nowMs();
    this.leaseEpoch = parts.lease.epoch;
    this.book = new WatchedBook({ clock, logger });
    this.#use = new DataFolderUse(dataFolder, clock);
    this.#health = new HealthCheck(() => store.ready(), clock);
    const own = this.book.of(house);
    const storeLagMs = (): number => Math.max(0, ...this.#exchanges().map((exchange) => parts.room.projector.lagMs(exchange)));
    const figures = houseFigures({
      ...parts,
      storeLagMs,
      databaseSeconds: () => this.#databaseSeconds,
      eventLoop: eventLoop === undefined ? undefined : () => this.#loopSeconds ?? 0,
    });
    for (const figure of figures) own.addFigure(figure);
    const checks = houseChecks({
      ...parts,
      storeLagMs,
      venues: () => [
        ...parts.room.venues.statuses(),
        ...parts.unopened().map(({ id, failure }) => ({ title: id, health: 'DOWN' as const, reason: failure })),
      ],
      databaseSilentMs: () => (this.#silentSinceMs === null ? null : clock.elapsedMs() - this.#silentSinceMs),
      isHalted: () => parts.room.switches.startRefusal([])?.code === 'DESK_HALTED',
      isBehind: () => this.#exchanges().some((exchange) => parts.room.projector.isBehind(exchange)),
      failedPlugins: () => this.#failedPlugins().map(({ id }) => id),
      eventLoopSeconds: () => this.#loopSeconds,
    });
    for (const check of checks) own.addCheck(check);
  }

  /** Looks once, and from then on again and again. */
  async start(): Promise<Disposer> {
    const { metrics, log, version, commit, eventLoop } = this.#parts;
    metrics.watchOperations({
      venues: () => this.venues(),
      checks: () => this.checks(),
      figures: () => this.book.pluginFigures(),
      databaseSeconds: () => this.#databaseSeconds,
      loopSeconds: eventLoop === undefined ? undefined : () => this.#loopSeconds,
      logLines: () => log.counts,
      startedSeconds: this.startedMs / 1_000,
      ...{ version, commit },
    });
    // What came late while the server started says nothing about how it runs.
    eventLoop?.();
    await this.#look();
    this.#loopSeconds = null;
    const stopLooking = this.#parts.clock.every(lookAtOwnMs, () => this.#look());
    const stopBook = this.book.start();
    return async () => {
      stopLooking();
      await stopBook();
    };
  }

  checks(): ReturnType<Operations['checks']> {
    return this.book.checks();
  }

  figures(): ReturnType<Operations['figures']> {
    return this.book.figures();
  }

  onLook(listener: (nowMs: number) => void): ReturnType<Operations['onLook']> {
    return this.book.onLook(listener);
  }

  async versions(): Promise<VersionReport> {
    const { store, version, commit, plugins } = this.#parts;
    const last = allMigrations.at(-1);
    return {
      ...{ product: version, commit, node: process.versions.node, database: store.kind },
      databaseVersion: this.#databaseSeconds === null ? null : await store.version().catch(() => null),
      schema: { id: last?.id ?? 0, name: last?.name ?? '' },
      journalEdition: currentEdition,
      pluginsOn: plugins().filter(({ state }) => state.kind === 'active').length,
      pluginsFailed: this.#failedPlugins(),
    };
  }

  async servers(): Promise<readonly ServerReport[] | null> {
    const { store, lease, clock } = this.#parts;
    if (this.#databaseSeconds === null) return null;
    // Between two looks a server that lives has given signs of life, however many people ask.
    if (clock.elapsedMs() - this.#serversMs < serversStandMs) return this.#servers;
    this.#serversMs = clock.elapsedMs();
    try {
      const [processes, seen] = await Promise.all([store.leases.processes(), store.leases.look(lease.name)]);
      const before = this.#beats;
      this.#beats = new Map(processes.map(({ processId, beat }) => [processId, beat]));
      const holder = seen?.holder?.processId ?? null;
      const own = seen?.epoch === lease.epoch ? holder : null;
      this.#servers = processes
        .map(({ processId, address, beat }): ServerReport => {
          const known = before.get(processId);
          const isThis = processId === own;
          return {
            address,
            isThis,
            role: processId === holder ? 'trading' : 'standby',
            isAlive: isThis ? true : known === undefined ? null : beat !== known,
          };
        })
        .sort((a, b) => Number(b.isThis) - Number(a.isThis));
    } catch {
      this.#servers = null;
    }
    return this.#servers;
  }

  venues(): readonly VenueReport[] {
    const { room, watch } = this.#parts;
    return room.venues.statuses().map(({ exchange, title, health, reason }) => {
      const venue = room.venues.venue(exchange);
      const heard = watch.of(exchange);
      const isKept = venue?.durability !== 'ephemeral';
      return {
        ...{ exchange, title, health, reason, messageMs: heard.messageMs, waiting: heard.waiting },
        markets: venue?.instruments.filter((one) => isListed(one)).length ?? 0,
        ...{ answerP50: heard.p50, answerP99: heard.p99 },
        sequence: isKept ? heard.sequence : null,
        stored: isKept ? room.projector.storedThrough(exchange) : null,
        storeLag: room.projector.lagMs(exchange) / 1_000,
        snapshotSequence: room.matching.snapshotSequence(exchange),
      };
    });
  }

  jobs(): readonly JobReport[] {
    return this.#parts.jobs.plans().map(({ name: { owner, job }, last, everyMs, nextMs }) => ({
      ...{ owner, job, everyMs, nextMs },
      startedMs: last?.startedMs ?? null,
      endedMs: last?.endedMs ?? null,
      error: last?.error ?? null,
    }));
  }

  disk(): ReturnType<Operations['disk']> {
    const { disk, floorBytes } = this.#parts;
    const measured = this.#use.last;
    return { freeBytes: disk.freeBytes, floorBytes, parts: measured?.parts ?? null, measuredMs: measured?.timeMs ?? null };
  }

  log(): ReturnType<Operations['log']> {
    return this.#parts.log.groups();
  }

  #exchanges(): readonly string[] {
    return this.#parts.room.venues.venues().map(({ exchange }) => exchange);
  }

  #failedPlugins(): VersionReport['pluginsFailed'] {
    return this.#parts.plugins().flatMap(({ id, state }) => (state.kind === 'failed' ? [{ id, reason: state.reason.detail }] : []));
  }

  /** At the database and at this process: more often than the book looks, so that what it reads is fresh. */
  async #look(): Promise<void> {
    const { clock, eventLoop } = this.#parts;
    this.#loopSeconds = eventLoop?.() ?? null;
    const beganMs = clock.elapsedMs();
    const isThere = await this.#health.isHealthy();
    this.#databaseSeconds = isThere ? (clock.elapsedMs() - beganMs) / 1_000 : null;
    this.#silentSinceMs = isThere ? null : (this.#silentSinceMs ?? beganMs);
  }
}

const lookAtOwnMs = 5_000;
const serversStandMs = 3_000;
