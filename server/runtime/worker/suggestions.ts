import { mostHistory } from '../../../core/contract/strategy.ts';
import { type HistoryWish, mostWishes, type Suggestion, type Suggestions } from '../../../core/contract/strategy-preview.ts';
import { intervals } from '../../../core/domain/markets/interval.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';
import { isTextKey, isTextParams, longestKey } from './preview-lines.ts';
import type { NamedMarkets } from './worker-protocol.ts';

/** More fields nobody reads through. */
export const mostSuggestions = 50;
const fault = (problem: string): StrategyFault => new StrategyFault('suggest', problem);

/** The candles that a strategy wishes for, as they may leave the thread: of markets that the params name, and not too many. */
export function historyWishes(answer: unknown, markets: NamedMarkets): readonly HistoryWish[] {
  if (!Array.isArray(answer) || answer.length > mostWishes) throw fault(`history must return a list of at most ${mostWishes} wishes`);
  return answer.map((wish: unknown) => {
    const { instrumentId = '', interval, history = 0 } = (wish ?? {}) as Partial<HistoryWish>;
    const known = intervals.find((one) => one === interval);
    const isSound = Object.hasOwn(markets, instrumentId) && Number.isInteger(history) && history >= 1 && history <= mostHistory;
    if (known === undefined || !isSound)
      throw fault(`a wish needs an instrumentId of the params, an interval, and a history of 1 to ${mostHistory}`);
    return { instrumentId, interval: known, history };
  });
}

/** What a strategy suggests, as it may leave the thread. */
export function suggestionsIn(answer: unknown): Suggestions {
  const { values, lack } = (answer ?? {}) as Partial<Suggestions>;
  if (!Array.isArray(values)) throw fault('values must return { values }, a list of suggestions');
  if (lack !== undefined && !isSaid(lack)) throw fault('lack needs key and params');
  return {
    values: values.slice(0, mostSuggestions).map(suggestionOf),
    ...(lack === undefined ? {} : { lack: { key: lack.key, params: lack.params } }),
  };
}

function suggestionOf(one: unknown): Suggestion {
  const { field, value, key, params } = (one ?? {}) as Suggestion;
  const isValue =
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && value.length <= longestKey);
  if (typeof field !== 'string' || field.length > longestKey || !isValue || !isSaid({ key, params }))
    throw fault('a suggestion needs field, value, key and params');
  return { field, value, key, params };
}

const isSaid = ({ key, params }: { readonly key?: unknown; readonly params?: unknown }): boolean => isTextKey(key) && isTextParams(params);
