import type { Instance, InstanceEnvironment } from '../../../core/contract/strategies.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';

type Counted = Pick<Instance, 'environment' | 'profit' | 'valuation' | 'createdMs' | 'startedMs' | 'stoppedMs'>;

/** What instances of one environment have made since their start; real money is never added to simulated. */
export interface DayTotal {
  readonly environment: InstanceEnvironment;
  readonly asset: string;
  /** Null: of one of them it is not known. */
  readonly profit: string | null;
}

export interface DayResult {
  readonly totals: readonly DayTotal[];
  readonly running: number;
  readonly ended: number;
  /** How many had started before the day: what they made then is in the totals. None: these are the results of the day. */
  readonly older: number;
}

/** Results of those that run and of those that have ended since the day began, each since its own start: what it had made at 00:00 nobody kept. */
export function dayResult(running: readonly Counted[], ended: readonly Counted[], dayStartMs: number): DayResult {
  const endedToday = ended.filter(({ stoppedMs }) => stoppedMs !== null && stoppedMs >= dayStartMs);
  const totals = new Map<string, DayTotal>();
  let older = 0;
  for (const { environment, valuation, profit, startedMs, createdMs } of [...running, ...endedToday]) {
    if ((startedMs ?? createdMs) < dayStartMs) older += 1;
    const { asset } = valuation;
    const key = `${environment} ${asset}`;
    const before = totals.get(key)?.profit;
    const sum = before === undefined ? profit : before === null || profit === null ? null : addDecimals(before, profit);
    totals.set(key, { environment, asset, profit: sum });
  }
  return { totals: [...totals.values()], running: running.length, ended: endedToday.length, older };
}
