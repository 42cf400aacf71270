import { type InstanceStatus, instanceStatusTable } from '../../../../core/domain/instance-status.ts';
import { move } from '../../../../core/domain/state-table.ts';
import type { Json } from '../../../store/records.ts';
import type { InstanceRecord, NewInstanceEvent, PendingEffect } from '../../../store/strategies/instance-store.ts';
import { nextDayOf } from '../../driver/account/instance-account.ts';
import { wantedHistories } from '../../driver/actor.ts';
import type { DriverSnapshot } from '../../driver/driver-snapshot.ts';
import type { WorldEffect } from '../../driver/effect.ts';
import { historiesOf } from '../../driver/watched/wanted-histories.ts';
import type { InstanceBooks, InstanceOpening, Listening, StepResult } from '../../worker/worker-protocol.ts';
import type { InstanceCommand } from '../command-queue.ts';
import type { QueuedEffect } from '../orders/effect-queue.ts';
import { instanceEvent } from './instance-log.ts';

/** What a step makes of an instance's record. */
export function recordAfter(before: InstanceRecord, result: StepResult, command: InstanceCommand | null, nowMs: number): InstanceRecord {
  const record = { ...before, step: before.step + 1, snapshot: result.saved?.snapshot ?? before.snapshot };
  const { status } = before;
  switch (command?.input.type) {
    case 'start':
      return { ...record, status: move(instanceStatusTable, status, result.isFinished ? 'STOPPING' : 'TRADING'), startedMs: nowMs };
    case 'stop':
      return { ...record, status: move(instanceStatusTable, status, 'STOPPING') };
    case 'update':
      return { ...record, params: command.input.params as Json, status: statusAfter(status, result) };
    default:
      return { ...record, status: statusAfter(status, result) };
  }
}

/** A strategy that has finished is stopped by the step in which it says so. */
const statusAfter = (status: InstanceStatus, { isFinished }: StepResult): InstanceStatus =>
  isFinished && status === 'TRADING' ? move(instanceStatusTable, status, 'STOPPING') : status;

/** Lines of the history about the life of the instance itself. */
export function lifeEvents(
  before: InstanceRecord,
  after: InstanceRecord,
  command: InstanceCommand | null,
  nowMs: number,
): readonly NewInstanceEvent[] {
  const events: NewInstanceEvent[] = [];
  if (command?.input.type === 'start') events.push(instanceEvent('started', nowMs));
  if (command?.input.type === 'update') events.push(instanceEvent('updated', nowMs));
  if (after.status === 'STOPPING' && before.status !== 'STOPPING') events.push(instanceEvent('stopping', nowMs));
  return events;
}

export const openingOf = ({ strategy, params, seed, snapshot }: InstanceRecord): InstanceOpening => ({
  strategyId: strategy.slice(strategy.indexOf('/') + 1),
  params,
  seed,
  snapshot,
});

export const booksOf = ({ flows, orderTimes, day }: DriverSnapshot): InstanceBooks => ({ flows, orderTimes, day });

export const listeningOf = ({ actors, candles = {} }: DriverSnapshot): Listening => ({
  subscriptions: actors.flatMap(({ subscriptions }) => subscriptions),
  zones: actors.flatMap(({ zones }) => zones),
  candles,
  histories: historiesOf(actors.flatMap(({ subscriptions, heard = [] }) => wantedHistories(subscriptions, new Set(heard)))),
});

export function nextTimerOf({ actors, day, flows }: DriverSnapshot): number | null {
  const due = Math.min(nextDayOf(day, flows.length), ...actors.flatMap(({ timers }) => Object.values(timers)));
  return Number.isFinite(due) ? due : null;
}

/** An effect of the outbox: it may have been done before the restart. */
export const repeatedEffect = ({ step, ordinal, effect }: PendingEffect): QueuedEffect => ({
  step,
  ordinal,
  effect: JSON.parse(effect) as WorldEffect,
  isRepeat: true,
});
