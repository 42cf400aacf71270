import { type AccountType, type InstrumentId, parseInstrumentId } from '../markets/instrument.ts';

export interface ParamsMarket {
  readonly instrumentId: InstrumentId;
  /** The account that stands beside it; null when there is none. */
  readonly apiId: number | null;
}

/** True when params name a market that is no spot market: only there is anything borrowed. */
export const namesContract = (params: unknown): boolean =>
  marketsOfParams(params).some(({ instrumentId }) => !unlevered.has(parseInstrumentId(instrumentId)?.accountType ?? 'spot'));

const unlevered: ReadonlySet<AccountType> = new Set(['spot', 'ashare']);

/** Every market that params name, with the account of the same object (`apiId` beside `instrumentId`), each once. */
export function marketsOfParams(params: unknown): readonly ParamsMarket[] {
  const found = new Map<InstrumentId, ParamsMarket>();
  const visit = (value: unknown, apiId: number | null): void => {
    if (typeof value === 'string' && parseInstrumentId(value) !== null && !found.has(value))
      found.set(value, { instrumentId: value, apiId });
    if (typeof value !== 'object' || value === null) return;
    const account = 'apiId' in value && typeof value.apiId === 'number' ? value.apiId : apiId;
    for (const part of Object.values(value)) visit(part, account);
  };
  visit(params, null);
  return [...found.values()];
}
