import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';
import { faultText } from '../../../../core/domain/fault-text.ts';
import type { NewInstanceEvent } from '../../../store/strategies/instance-store.ts';

export const mostRefusalsInARow = 1_000;
const windowMs = 60_000;

/** What an instance is held to for a while: it may rightly try until it passes. */
const passing: ReadonlySet<string> = new Set<ErrorCode>([
  'LIMIT_HALTED',
  'LIMIT_DAILY_LOSS',
  'LIMIT_LOSS_UNKNOWN',
  'LIMIT_POSITION',
  'LIMIT_ORDER_RATE',
  'VENUE_UNAVAILABLE',
  'DISK_FULL',
]);

/** Notices an instance that produces refusals and nothing else. */
export class RefusalWatch {
  #windowStartMs = 0;
  #count = 0;

  /** Counts what a step told; a reason to end the instance once it has only been refused, too often within a minute. */
  problem(events: readonly NewInstanceEvent[], nowMs: number): string | null {
    if (nowMs - this.#windowStartMs >= windowMs || events.some(({ kind }) => kind === 'accepted' || kind === 'fill')) {
      this.#windowStartMs = nowMs;
      this.#count = 0;
    }
    let code = '';
    for (const { kind, payload } of events) {
      if (kind !== 'denied' && kind !== 'refused' && kind !== 'rejected') continue;
      const told = payload as { readonly code?: string; readonly cause?: string };
      if (passing.has(told.code ?? '')) continue;
      code = told.code ?? told.cause ?? '';
      this.#count += 1;
    }
    if (this.#count < mostRefusalsInARow || code === '') return null;
    return faultText('refusals', { count: this.#count, code });
  }
}
