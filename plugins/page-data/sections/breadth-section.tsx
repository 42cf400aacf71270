import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo } from 'react';
import type { Markets } from '../../../core/contract/client-services.ts';
import { EmptyState, FailedState, formatDay, Skeleton, useText } from '../../../core/ui/index.ts';
import styles from '../data-page.module.css';
import { percentText } from '../figure-text.ts';
import { breadthDays } from '../figures/market-days.ts';
import { changeOf, type Mover, pairName, strongest } from '../figures/movers.ts';
import { barPicture } from '../pictures/bar-picture.ts';
import { breadthPicture } from '../pictures/breadth-picture.ts';
import type { Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
import { cell, type PictureTable } from '../pictures/picture-table.ts';
import { type BreadthView, dataRoutes } from '../routes.ts';
import { useReading } from '../stores/use-reading.ts';
import { useTick } from '../stores/use-tick.ts';
import { ChoiceBar } from './choice-bar.tsx';
import type { SectionProps } from './section-props.ts';

const height = 300;
/** Bars that a picture has room for. */
const mostMovers = 14;
const periods = ['1d', '7d', '30d'] as const;
type Period = (typeof periods)[number];

/** How many pairs are above their own average, and which have moved most. */
export const BreadthSection = observer(function BreadthSection({ services, choices }: SectionProps) {
  const t = useText('page-data');
  const { api, preferences } = services;
  const reading = useReading('', () => api.of(dataRoutes).call('breadth', { query: undefined }));
  const list = reading.value?.list;
  const words = useMemo(() => ({ share: t('breadth.share'), markets: t('breadth.markets') }), [t]);
  const picture = useCallback((palette: Palette) => breadthPicture(list ?? [], words, palette), [list, words]);
  const table = useMemo(
    (): PictureTable => ({
      columns: [
        { name: 'day', title: t('column.day'), isText: true },
        { name: 'share', title: words.share },
        { name: 'markets', title: words.markets },
      ],
      rows: (list ?? []).toReversed().map(({ day, share, markets }) => {
        const date = formatDay(day, 'UTC');
        return [cell(date, date), cell(share, percentText(share, { decimals: 0 })), cell(markets, String(markets))];
      }),
    }),
    [t, words, list],
  );
  if (reading.value === null)
    return reading.failed ? <FailedState text={t('failed')} onRetry={() => void reading.again()} /> : <Skeleton rows={8} />;
  const last = reading.value.list.at(-1);
  return (
    <div className={styles.pair}>
      <PictureCard
        id="breadth"
        title={t('breadth.title')}
        note={
          last === undefined
            ? undefined
            : t('breadth.note', { above: Math.round(last.share * last.markets), markets: last.markets, days: breadthDays })
        }
        summary={t('breadth.summary', { days: breadthDays })}
        {...{ height, picture, table, preferences, choices }}
        instead={last === undefined ? <EmptyState icon="history" text={t('breadth.empty', { days: breadthDays })} /> : null}
      />
      <Movers view={reading.value} services={services} choices={choices} />
    </div>
  );
});

const moversOf = ({ markets }: BreadthView, period: Period, live: Pick<Markets, 'ticker'>): readonly Mover[] =>
  markets.flatMap(({ id, base, quote, changes }) => {
    // Of a day the ticker tells more than a close can: it follows the market.
    const change = period === '1d' ? changeOf(live.ticker(id)) : changes[period];
    return change === null ? [] : [{ id, base, quote, change }];
  });

const Movers = observer(function Movers({ view, services, choices }: SectionProps & { readonly view: BreadthView }) {
  const t = useText('page-data');
  const { markets, preferences } = services;
  const tick = useTick();
  useEffect(() => {
    const stop = markets.watchTickers();
    return () => void stop();
  }, [markets]);
  const period = choices.of('movers', periods);
  // biome-ignore lint/correctness/useExhaustiveDependencies: prices are looked at once a second
  const movers = useMemo(() => moversOf(view, period, markets), [view, period, markets, tick]);
  const shown = useMemo(() => strongest(movers, mostMovers), [movers]);
  const picture = useCallback(
    (palette: Palette) =>
      barPicture(
        shown.map((mover) => ({
          name: pairName(mover),
          value: mover.change,
          lines: [
            [t('movers.change'), signed(mover.change)],
            [t('movers.market'), markets.exchangeTitle(mover.id.split('/')[0] ?? '')],
          ],
        })),
        (value) => percentText(value, { decimals: 1 }),
        palette,
      ),
    [shown, t, markets],
  );
  const table = useMemo(
    (): PictureTable => ({
      columns: [
        { name: 'pair', title: t('column.pair'), isText: true },
        { name: 'market', title: t('movers.market'), isText: true },
        { name: 'change', title: t('movers.change') },
      ],
      rows: strongest(movers, movers.length).map((mover) => [
        cell(pairName(mover), pairName(mover)),
        cell(mover.id, markets.exchangeTitle(mover.id.split('/')[0] ?? '')),
        cell(mover.change, signed(mover.change)),
      ]),
    }),
    [movers, t, markets],
  );
  const [up, down] = [movers.filter(({ change }) => change > 0).length, movers.filter(({ change }) => change < 0).length];
  return (
    <PictureCard
      id="movers"
      title={t('movers.title')}
      note={t('movers.note', { up, down })}
      controls={
        <ChoiceBar
          name="movers"
          label={t('movers.period')}
          options={[
            ['1d', t('movers.1d')],
            ['7d', t('movers.7d')],
            ['30d', t('movers.30d')],
          ]}
          value={period}
          choices={choices}
        />
      }
      summary={t('movers.note', { up, down })}
      {...{ height, picture, table, preferences, choices }}
      instead={movers.length === 0 ? <EmptyState icon="trade" text={t('movers.empty')} /> : null}
    />
  );
});

const signed = (change: number): string => percentText(change, { decimals: 2, signed: true });
