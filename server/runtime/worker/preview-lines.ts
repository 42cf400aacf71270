import type { PreviewLine } from '../../../core/contract/strategy.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { decimalPattern } from '../../../core/domain/numbers/decimal.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';

/** More lines nobody can tell apart on a chart. */
export const mostPreviewLines = 500;
const longestKey = 120;

/** The lines of a strategy's preview as they may leave the thread: what breaks the contract is the strategy's fault. */
export function previewLines(answer: unknown): readonly PreviewLine[] {
  if (!Array.isArray(answer)) throw new StrategyFault('preview', 'it must return a list of lines');
  return answer.slice(0, mostPreviewLines).map((line: unknown) => {
    const { instrumentId, price, side, qty, key } = (line ?? {}) as Partial<PreviewLine>;
    const isSound =
      typeof instrumentId === 'string' &&
      parseInstrumentId(instrumentId) !== null &&
      isDecimal(price) &&
      (side === 'BUY' || side === 'SELL' || side === null) &&
      (qty === undefined || isDecimal(qty)) &&
      (key === undefined || (typeof key === 'string' && key.length <= longestKey));
    if (!isSound) throw new StrategyFault('preview', 'a line needs instrumentId, price and side, and may have qty and key');
    return { instrumentId, price, side, ...(qty === undefined ? {} : { qty }), ...(key === undefined ? {} : { key }) };
  });
}

const isDecimal = (value: unknown): value is string => typeof value === 'string' && decimalPattern.test(value);
