import type { IndexView, Markets } from '../../contract/client-services.ts';
import { listed } from '../../domain/joined-text.ts';
import { parseInstrumentId } from '../../domain/markets/instrument.ts';
import { midPrice } from '../../domain/markets/reference-price.ts';
import { changePercent } from '../../domain/numbers/number-text.ts';
import type { Translate } from '../text/quick-texts.ts';

/** Why a market is not part of its index. */
const leftOut = ['EMPTY', 'LATE', 'OUTLIER'] as const;

/** What an index is: its unit, the exchanges that make it, those that do not with their reasons, and whether it is one of now. Lines of text. */
export function indexHelp(index: IndexView, markets: Pick<Markets, 'exchangeTitle'>, t: Translate): string {
  const titles = (state: string): string =>
    listed(
      index.sources
        .filter((source) => source.state === state)
        .map(({ id }) => markets.exchangeTitle(parseInstrumentId(id)?.exchange ?? id)),
    );
  const { base, quote } = index;
  const counted = titles('COUNTED');
  const lines = [counted === '' ? '' : t('index.help', { base, quote, exchanges: counted }), index.stale ? t('index.stale') : ''];
  for (const state of leftOut) if (titles(state) !== '') lines.push(t(`index.left.${state}`, { exchanges: titles(state) }));
  return lines.filter((line) => line !== '').join('\n');
}

interface Quoted {
  readonly bid: string | null;
  readonly ask: string | null;
  readonly last: string | null;
}

/** How far a market's price, the middle of its book or else its last trade, is from the index; null without either, or while the index is stale. */
export function indexDeviation(index: IndexView | null, ticker: Quoted | null): ReturnType<typeof changePercent> {
  if (index === null || index.stale || ticker === null) return null;
  return changePercent(index.price, midPrice(ticker.bid, ticker.ask) ?? ticker.last);
}
