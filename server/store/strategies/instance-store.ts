import type { InstanceStatus } from '../../../core/domain/instance-status.ts';
import type { LeaseMark } from '../leases/lease-store.ts';
import type { Json } from '../records.ts';

/** A strategy instance as it stands after its last saved step. */
export interface InstanceRecord {
  readonly instanceId: string;
  readonly userId: string;
  /** `pluginId/id` of the strategy. */
  readonly strategy: string;
  readonly name: string;
  readonly environment: string;
  readonly apiIds: readonly number[];
  readonly params: Json;
  readonly limits: Json;
  readonly seed: number;
  readonly status: InstanceStatus;
  /** Why it was interrupted; null otherwise. */
  readonly cause: string | null;
  /** True once nothing of it is under way: no working order, no effect that waits. */
  readonly settled: boolean;
  /** Number of the last saved step; 0 before the first. */
  readonly step: number;
  /** JSON of the driver; null before the first step. */
  readonly snapshot: string | null;
  /** JSON: what the driver has been told of each working order. */
  readonly told: string;
  /** JSON of the simulated exchanges of an instance whose orders are not sent; null for one whose orders are. */
  readonly simulation: string | null;
  /** JSON of the balances that they began with, which never change; null where the simulation has them all. */
  readonly holdings: string | null;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly stoppedMs: number | null;
}

/** Something to be done in the world that belongs to a saved step. */
export interface PendingEffect {
  readonly instanceId: string;
  readonly step: number;
  readonly ordinal: number;
  /** JSON. */
  readonly effect: string;
}

export interface NewInstanceEvent {
  readonly timeMs: number;
  readonly kind: string;
  readonly payload: Json;
}

export interface InstanceEventRecord extends NewInstanceEvent {
  readonly eventId: number;
  readonly instanceId: string;
}

/** A point of a line that a strategy plots, or a mark; of one name, market and time there is one. */
export interface PlotPoint {
  readonly kind: 'plot' | 'mark';
  readonly instrumentId: string;
  /** Name of the line, or key of the mark's text. */
  readonly name: string;
  readonly timeMs: number;
  /** A decimal; of a mark the JSON of the rest. */
  readonly value: string;
}

/** All points of one name on one market. */
export type PlotSeries = Pick<PlotPoint, 'kind' | 'instrumentId' | 'name'> & { readonly instanceId: string };

/** One step: the instance as it is after it, what it wants done, what has been done since, and lines of its history. */
export interface InstanceCommit {
  readonly record: InstanceRecord;
  /** False: its params are those that were saved last. */
  readonly isUpdate: boolean;
  readonly effects: readonly PendingEffect[];
  readonly done: readonly Omit<PendingEffect, 'effect'>[];
  readonly events: readonly NewInstanceEvent[];
  /** No two of one name, market and time. */
  readonly plots: readonly PlotPoint[];
}

/** What a list of instances is narrowed to; undefined: to nothing. */
export interface InstanceNarrowing {
  readonly strategy?: string | undefined;
  readonly environment?: string | undefined;
  readonly status?: InstanceStatus | undefined;
  /** Those that use one of these accounts. */
  readonly apiIds?: readonly number[] | undefined;
  /** Of the creation: the first moment is in the range, the last is not. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Those that ended then or later. */
  readonly endedFromMs?: number | undefined;
}

export interface InstanceFilter extends InstanceNarrowing {
  /** Absent: of everybody. */
  readonly userId?: string | undefined;
  /** Those of others than this user. */
  readonly notUserId?: string | undefined;
  /** Those that use accounts, and none but these. */
  readonly withinApiIds?: readonly number[] | undefined;
  /** With `withinApiIds`: and these, whatever accounts they use. */
  readonly orInstanceIds?: readonly string[] | undefined;
  /** Instances that have not ended, or those that have. */
  readonly running: boolean;
  /** Those created before this one. */
  readonly before?: { readonly createdMs: number; readonly instanceId: string } | undefined;
  readonly limit: number;
}

export interface EventFilter {
  readonly instanceId: string;
  readonly kind?: string | undefined;
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

export interface LimitRecord {
  readonly scope: string;
  readonly limits: Json;
  readonly updatedMs: number;
}

export interface Instances {
  /** Rejects with LEASE_LOST like {@link commit}: what nobody steps now would begin at some later start. */
  create(record: InstanceRecord, events: readonly NewInstanceEvent[], lease?: LeaseMark): Promise<void>;
  get(instanceId: string): Promise<InstanceRecord | null>;
  /** Those with something under way, oldest first. */
  unsettled(): Promise<readonly InstanceRecord[]>;
  /** Newest first. */
  list(filter: InstanceFilter): Promise<readonly InstanceRecord[]>;
  /** Effects of unsettled instances that are not known to be done, in order. */
  pendingEffects(): Promise<readonly PendingEffect[]>;
  /**
   * Saves steps of different instances, all or none. Rejects with LEASE_LOST when the lease has another epoch: another process steps
   * them now. Without a lease nobody else can.
   */
  commit(steps: readonly InstanceCommit[], lease?: LeaseMark): Promise<void>;
  /** Newest first. */
  events(filter: EventFilter): Promise<readonly InstanceEventRecord[]>;
  /** Deletes at most `limit` lines of before that time, the oldest first; gives how many. */
  deleteEventsOlder(beforeMs: number, limit: number): Promise<number>;
  /** What an instance has plotted at `sinceMs` and later, by kind, market and name, each in order of time. */
  plots(instanceId: string, sinceMs: number): Promise<readonly PlotPoint[]>;
  /** Series of more points than their kind may have. */
  longPlots(most: Readonly<Record<PlotPoint['kind'], number>>): Promise<readonly PlotSeries[]>;
  plotPoints(series: PlotSeries): Promise<readonly PlotPoint[]>;
  deletePlotPoints(series: PlotSeries, timesMs: readonly number[]): Promise<void>;
  /** Deletes what was plotted before that time. */
  deletePlotsOlder(beforeMs: number): Promise<void>;
  limits(): Promise<readonly LimitRecord[]>;
  /** Changes the parts of a scope's limits that are given, in one statement, and gives what it has then. */
  changeLimits(changes: LimitRecord): Promise<Json>;
}
