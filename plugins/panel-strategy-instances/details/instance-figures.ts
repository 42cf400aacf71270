import type { Instance } from '../../../core/contract/strategies.ts';
import { hasEnded as isEnd } from '../../../core/domain/instance-status.ts';
import { listed } from '../../../core/domain/joined-text.ts';
import { formatDecimal, type Translate } from '../../../core/ui/index.ts';

/** The plugin that a strategy's key names. */
export const pluginOf = (strategy: string): string => strategy.slice(0, strategy.indexOf('/'));

const dayMs = 86_400_000;
const padded = (value: number): string => String(value).padStart(2, '0');

/** Days, and the rest as a clock: `04:05:06`. */
export function durationOf(ms: number): { readonly days: number; readonly clock: string } {
  const rest = Math.max(0, ms) % dayMs;
  const [hours, minutes, seconds] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1_000) % 60];
  return { days: Math.floor(Math.max(0, ms) / dayMs), clock: `${padded(hours)}:${padded(minutes)}:${padded(seconds)}` };
}

/** How long an instance has run, in ms: those that run go on with the clock. */
export const runTimeMs = ({ startedMs, stoppedMs }: Instance, nowMs: number): number =>
  startedMs === null ? 0 : Math.max(0, (stoppedMs ?? nowMs) - startedMs);

export const hasEnded = ({ status }: Pick<Instance, 'status'>): boolean => isEnd(status);

/** Params of an instance can be changed, and it can be stopped. */
export const isAtWork = ({ status }: Pick<Instance, 'status'>): boolean => status === 'PREPARING' || status === 'TRADING';

const amount = (value: string | null): string => (value === null ? '–' : formatDecimal(value, 2));

/** What the profit of an instance is made of, in one line. */
export function resultText({ realised, openProfit, fees, funding, valuation }: Instance, t: Translate): string {
  const split = t('result.split', {
    realised: amount(realised),
    open: amount(openProfit),
    fees: amount(fees),
    funding: amount(funding),
    asset: valuation.asset,
  });
  return [split, ...valuationTexts(valuation, t)].join('\n');
}

/** By which rates it was valued, and what is missing; nothing where all is in one asset and known. */
export const valuationTexts = ({ asset, rates, missing }: Instance['valuation'], t: Translate): readonly string[] => [
  ...rates.map((one) => t('result.rate', { asset: one.asset, rate: formatDecimal(one.rate), into: asset })),
  ...(missing.length === 0 ? [] : [t('result.missing', { missing: listed(missing) })]),
];

/** Its orders are simulated: it has balances of its own. */
export const isRehearsal = ({ environment }: Pick<Instance, 'environment'>): boolean => !['production', 'canary'].includes(environment);
