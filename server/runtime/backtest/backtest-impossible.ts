import { AppError, type ErrorParams } from '../../../core/contract/app-error.ts';
import { MarginBroken } from '../../../core/simulation/clearing/margin-broken.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';

/** Why a run cannot be simulated, in English for logs and the command line; panels have texts of their own under these keys. */
const backtestReasons = {
  noMarket: 'the params name no market',
  noAccount: 'no account stands beside {{instrument}}',
  notRecorded: 'there is no recording of {{kind}} for {{instrument}}',
  otherType: '{{instrument}} is recorded as {{recordedAs}}',
  contract: '{{instrument}} is a contract: beside spot markets only linear perpetuals can be simulated',
  noFunding: '{{file}} has no funding of {{instrument}} for {{time}} UTC',
  liquidated: 'the margin of {{instrument}} was used up at {{price}} on {{time}} UTC: an exchange would have liquidated it',
  noCandles: 'the house has no {{interval}} candles of {{instrument}} in that time',
  noPrice: 'no market of the run gives {{asset}} a price in {{money}}',
  empty: 'the data is empty',
  outside: 'the data lies between {{from}} and {{to}}',
  tooShort: '{{folds}} folds are too many: each test must have {{least}} of the data or more',
  tooLong: 'more than {{limit}} candles of {{instrument}}: choose longer candles or a shorter time',
  params: '{{field}}: {{rule}}',
  /** `rule` is a key of the plugin's texts; its placeholders are among the params. */
  rule: '{{field}}: {{rule}}',
  strategy: '{{problem}}',
  data: '{{problem}}',
  memory: 'it needs more than {{limitMb}} MB',
  noRoom: 'its result does not fit: {{usedMb}} of {{quotaMb}} MB are taken',
  stalled: 'it did not move for {{seconds}} s',
  failed: 'it failed: {{problem}}',
} as const;
type BacktestReasonKey = keyof typeof backtestReasons;

export interface ImpossibleReason {
  readonly key: BacktestReasonKey;
  readonly params: ErrorParams;
}

export const reasonText = ({ key, params }: ImpossibleReason): string =>
  backtestReasons[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** A run that cannot be simulated: an error with its reason, never an empty result. */
export class BacktestImpossible extends Error {
  readonly code = 'BACKTEST_IMPOSSIBLE';
  readonly reason: ImpossibleReason;

  constructor(key: BacktestReasonKey, params: ErrorParams = {}, cause?: unknown) {
    super(reasonText({ key, params }), cause === undefined ? undefined : { cause });
    this.name = 'BacktestImpossible';
    this.reason = { key, params };
  }
}

/** A moment in UTC to the minute. */
export const minuteText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');

const dataCodes = new Set(['REPLAY_FORMAT', 'RECORDING_UNREADABLE']);

/** The reason in what a run threw; null when it is none but a bug or lost infrastructure. */
export function impossibleOf(error: unknown): BacktestImpossible | null {
  if (error instanceof BacktestImpossible) return error;
  if (error instanceof MarginBroken) {
    const { instrumentId, price, timeMs } = error;
    return new BacktestImpossible('liquidated', { instrument: instrumentId, price, time: minuteText(timeMs) }, error);
  }
  if (error instanceof StrategyFault || error instanceof AppError) {
    return new BacktestImpossible('strategy', { problem: error.message }, error);
  }
  const isData = error instanceof Error && 'code' in error && dataCodes.has(String(error.code));
  return isData ? new BacktestImpossible('data', { problem: error.message }, error) : null;
}
