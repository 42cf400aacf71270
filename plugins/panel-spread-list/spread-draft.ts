import type { Accounts } from '../../core/contract/client-services.ts';
import type { StrategyDraft } from '../../core/contract/strategies.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { SpreadView } from '../../schemas/wire/spread.ts';

/** The strategy that trades a row, by its key. */
export const spreadStrategy = 'strategy-spread-arbitrage/spread-arbitrage';

/** Decimals of a rate in the form: hundredths of a basis point. */
const rateDecimals = 6;

/** What the form is filled with: both legs with the accounts that are worked with there, and the spread of this moment while it pays. */
export function spreadDraft({ sell, buy, rate }: SpreadView, accounts: Pick<Accounts, 'accountFor'>): StrategyDraft {
  const leg = (instrumentId: string) => {
    const market = parseInstrumentId(instrumentId);
    const account = market === null ? null : accounts.accountFor(market.exchange, market.accountType);
    return { ...(account === null ? {} : { apiId: account.apiId }), instrumentId };
  };
  const pays = rate !== null && compareDecimals(shortRate(rate), '0') > 0;
  return {
    strategy: spreadStrategy,
    params: { legA: leg(sell.id), legB: leg(buy.id), ...(pays ? { minOpenSpread: shortRate(rate) } : {}) },
  };
}

function shortRate(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const kept = fraction.slice(0, rateDecimals).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
