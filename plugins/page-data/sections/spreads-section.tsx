import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Markets } from '../../../core/contract/client-services.ts';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { EmptyState, formatCompact, formatDecimal, Skeleton, type Translate, useText } from '../../../core/ui/index.ts';
import type { SpreadView } from '../../../schemas/wire/spread.ts';
import { numberText } from '../figure-text.ts';
import { barPicture } from '../pictures/bar-picture.ts';
import type { Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
import { cell, type PictureTable } from '../pictures/picture-table.ts';
import { LiveSpreads } from '../stores/live-spreads.ts';
import { useTick } from '../stores/use-tick.ts';
import { ChoiceBar } from './choice-bar.tsx';
import type { SectionProps } from './section-props.ts';

/** Bars that a picture has room for. */
const mostBars = 18;
const all = 'all';

type Row = SpreadView & { readonly rate: string };

/** What the same asset costs at different exchanges, now. */
export const SpreadsSection = observer(function SpreadsSection({ services, choices }: SectionProps) {
  const t = useText('page-data');
  const { markets, preferences, stream } = services;
  const [spreads] = useState(() => new LiveSpreads());
  useEffect(() => {
    const stop = spreads.follow(stream);
    return () => void stop();
  }, [spreads, stream]);
  const tick = useTick();
  const bases = spreads.bases();
  const base = choices.of('spreads.asset', [all, ...bases]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: books are looked at once a second
  const rows = useMemo(() => spreads.widest(base === all ? null : base), [spreads, base, tick]);
  const picture = useCallback((palette: Palette) => spreadPicture(rows.slice(0, mostBars), markets, t, palette), [rows, markets, t]);
  const table = useMemo(() => tableOf(rows, markets, t), [rows, markets, t]);
  if (!spreads.ready) return <Skeleton rows={8} />;
  return (
    <PictureCard
      id="spreads"
      title={t('spreads.title')}
      note={t('spreads.note')}
      controls={
        <ChoiceBar
          name="spreads.asset"
          label={t('spreads.asset')}
          options={[[all, t('spreads.all')], ...bases.map((one) => [one, one] as const)]}
          value={base}
          choices={choices}
        />
      }
      summary={t('spreads.summary', { count: rows.length })}
      height={400}
      {...{ picture, table, preferences, choices }}
      instead={rows.length === 0 ? <EmptyState icon="link" text={t('spreads.empty')} /> : null}
    />
  );
});

const basisPoints = (rate: string): number => Number(rate) * 10_000;
const exchangeOf = (id: string, markets: Pick<Markets, 'exchangeTitle'>): string => markets.exchangeTitle(id.split('/')[0] ?? '');

function spreadPicture(rows: readonly Row[], markets: Pick<Markets, 'exchangeTitle'>, t: Translate, palette: Palette) {
  const bars = rows.map(({ base, quote, buy, sell, rate, liquidity }) => {
    const [from, to] = [exchangeOf(buy.id, markets), exchangeOf(sell.id, markets)];
    return {
      name: `${base}/${quote}  ${from} → ${to}`,
      value: basisPoints(rate),
      lines: [
        [t('spreads.rate'), numberText(basisPoints(rate), 2)],
        [t('spreads.buy', { exchange: from }), formatDecimal(buy.price ?? '')],
        [t('spreads.sell', { exchange: to }), formatDecimal(sell.price ?? '')],
        [t('spreads.liquidity', { quote }), formatCompact(liquidity ?? '0')],
      ] as const,
    };
  });
  return barPicture(bars, (value) => numberText(value, 1), palette);
}

const tableOf = (rows: readonly Row[], markets: Pick<Markets, 'exchangeTitle'>, t: Translate): PictureTable => ({
  columns: [
    { name: 'pair', title: t('column.pair'), isText: true },
    { name: 'buy_exchange', title: t('spreads.buyAt'), isText: true },
    { name: 'buy_price', title: t('spreads.buyPrice') },
    { name: 'sell_exchange', title: t('spreads.sellAt'), isText: true },
    { name: 'sell_price', title: t('spreads.sellPrice') },
    { name: 'rate_bps', title: t('spreads.rate') },
    { name: 'liquidity', title: t('spreads.worth') },
  ],
  rows: rows.map(({ base, quote, buy, sell, rate, liquidity }) => [
    cell(`${base}/${quote}`, `${base}/${quote}`),
    cell(buy.id, exchangeOf(buy.id, markets)),
    cell(buy.price, formatDecimal(buy.price ?? '')),
    cell(sell.id, exchangeOf(sell.id, markets)),
    cell(sell.price, formatDecimal(sell.price ?? '')),
    cell(Number(fixedDecimal(basisPoints(rate), 4)), numberText(basisPoints(rate), 2)),
    cell(liquidity, formatCompact(liquidity ?? '0')),
  ]),
});
