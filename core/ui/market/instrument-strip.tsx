import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type { Documents, Markets } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { addDecimals, compareDecimals, decimalsOf, negateDecimal } from '../../domain/numbers/decimal.ts';
import { formatCompact, formatDecimal } from '../../domain/numbers/number-text.ts';
import { indexDeviation, indexHelp } from '../index-price/index-words.ts';
import { OldPrice, usePriceAge } from '../states/old-prices.tsx';
import { Change, Price, Signed } from '../text/number-text.tsx';
import { useText } from '../text/use-text.ts';
import { FavouriteStar } from './favourite-star.tsx';
import styles from './instrument-strip.module.css';
import { useFavourites } from './use-favourites.ts';

interface InstrumentStripProps {
  readonly instrument: Instrument;
  readonly markets: Markets;
  readonly documents: Documents;
  /** Nothing is followed behind another tab. */
  readonly visible: boolean;
}

/**
 * A market at a glance, on one line: its name and exchange, the last price in the colour of its last move, and the figures of 24 hours. What has no
 * room is left out whole, from the right; name, price and change stay. While they are not known to hold, prices and figures are grey, and their age
 * stands where the exchange's name does.
 */
export const InstrumentStrip = observer(function InstrumentStrip({ instrument, markets, documents, visible }: InstrumentStripProps) {
  const t = useText('ui');
  const favourites = useFavourites(documents);
  useEffect(() => {
    if (!visible) return;
    const stops = [markets.watchTickers(), markets.watchIndexes()];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [markets, visible]);
  const { id, base, quote, tick, exchange } = instrument;
  const ticker = markets.ticker(id);
  const index = markets.index(id);
  const last = ticker?.last ?? null;
  const open = ticker?.open24h ?? null;
  const change = last === null || open === null ? null : addDecimals(last, negateDecimal(open));
  const title = markets.exchangeTitle(exchange);
  const age = usePriceAge(exchange);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in here; a section of each of many charts would be a landmark too many
    <div role="group" className={styles.strip} aria-label={`${base}/${quote} ${title}`}>
      <div className={styles.name}>
        <FavouriteStar favourites={favourites} instrument={instrument} />
        <span className={styles.pair} title={id}>
          <b>
            {base}/{quote}
          </b>
          <span className={age === null ? styles.label : `${styles.label} ${styles.age}`}>{age ?? title}</span>
        </span>
      </div>
      <LastPrice key={id} exchange={exchange} last={last} tick={tick} label={t('market.last')} />
      <Figure exchange={exchange} label={t('market.change')}>
        <Signed value={change} step={tick} /> <Change from={open} to={last} />
      </Figure>
      <Figure exchange={exchange} label={t('market.high')}>
        <Price value={ticker?.high24h ?? null} step={tick} />
      </Figure>
      <Figure exchange={exchange} label={t('market.low')}>
        <Price value={ticker?.low24h ?? null} step={tick} />
      </Figure>
      <Figure exchange={exchange} label={t('market.volume', { asset: base })}>
        {formatCompact(ticker?.volume24h ?? '0')}
      </Figure>
      <Figure exchange={exchange} label={t('market.turnover', { asset: quote })}>
        {formatCompact(ticker?.quoteVolume24h ?? '0')}
      </Figure>
      {index?.price != null && (
        <Figure exchange={exchange} label={t('index')} help={indexHelp(index, markets, t)}>
          <Price value={index.price} step={tick} />{' '}
          <span className={styles.label}>{index.stale ? t('index.old') : (indexDeviation(index, ticker)?.text ?? '')}</span>
        </Figure>
      )}
    </div>
  );
});

interface FigureProps {
  /** Whose prices they are. */
  readonly exchange: string;
  readonly label: string;
  readonly help?: string;
  readonly children: ReactNode;
}

const Figure = ({ exchange, label, help, children }: FigureProps) => (
  <div className={styles.figure} title={help}>
    <span className={styles.label}>{label}</span>
    <span className={styles.value}>
      <OldPrice exchange={exchange}>{children}</OldPrice>
    </span>
  </div>
);

interface LastPriceProps {
  readonly exchange: string;
  readonly last: string | null;
  readonly tick: string;
  readonly label: string;
}

/** In the colour of its last move, which stays until it moves again. */
function LastPrice({ exchange, last, tick, label }: LastPriceProps) {
  const [seen, setSeen] = useState<{ readonly last: string | null; readonly tone: 'up' | 'down' | 'none' }>({ last, tone: 'none' });
  if (last !== seen.last) {
    const by = last === null || seen.last === null ? 0 : compareDecimals(last, seen.last);
    setSeen({ last, tone: by === 0 ? seen.tone : by > 0 ? 'up' : 'down' });
  }
  return (
    <span className={styles.last} role="img" aria-label={`${label} ${last === null ? '–' : formatDecimal(last, decimalsOf(tick))}`}>
      <OldPrice exchange={exchange}>
        <Price value={last} step={tick} tone={seen.tone} />
      </OldPrice>
    </span>
  );
}
