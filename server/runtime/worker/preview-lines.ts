import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { PreviewFigure, PreviewLine } from '../../../core/contract/strategy-preview.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { decimalPattern } from '../../../core/domain/numbers/decimal.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';

/** More lines nobody can tell apart on a chart. */
export const mostPreviewLines = 500;
/** More figures nobody reads beside a form. */
export const mostPreviewFigures = 12;
export const longestKey = 120;
const mostTextParams = 20;

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
      (key === undefined || isTextKey(key));
    if (!isSound) throw new StrategyFault('preview', 'a line needs instrumentId, price and side, and may have qty and key');
    return { instrumentId, price, side, ...(qty === undefined ? {} : { qty }), ...(key === undefined ? {} : { key }) };
  });
}

/** The figures beside a form, likewise. */
export function previewFigures(answer: unknown): readonly PreviewFigure[] {
  if (!Array.isArray(answer)) throw new StrategyFault('figures', 'it must return a list of figures');
  return answer.slice(0, mostPreviewFigures).map((figure: unknown) => {
    const { title, key, params, warns = false } = (figure ?? {}) as Partial<PreviewFigure>;
    if (!isTextKey(title) || !isTextKey(key) || !isTextParams(params) || typeof warns !== 'boolean')
      throw new StrategyFault('figures', 'a figure needs title, key and params, and may have warns');
    return { title, key, params, warns };
  });
}

export const isTextKey = (key: unknown): key is string => typeof key === 'string' && key.length <= longestKey;

/** Values for the placeholders of a text. */
export function isTextParams(params: unknown): params is ErrorParams {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return false;
  const values = Object.values(params);
  const isValue = (value: unknown): boolean =>
    (typeof value === 'string' && value.length <= longestKey) || (typeof value === 'number' && Number.isFinite(value));
  return values.length <= mostTextParams && values.every(isValue);
}

const isDecimal = (value: unknown): value is string => typeof value === 'string' && decimalPattern.test(value);
