import { observer } from 'mobx-react-lite';
import { useCallback, useMemo } from 'react';
import { EmptyState, FailedState, formatDay, formatTime, Skeleton, type Translate, useServices, useText } from '../../../core/ui/index.ts';
import styles from '../data-page.module.css';
import { componentText, numberText, percentText, priceText } from '../figure-text.ts';
import { regimeOf, regimes } from '../figures/fear-greed.ts';
import { type FearGreedWords, gaugePicture, historyPicture } from '../pictures/fear-greed-pictures.ts';
import type { Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
import { cell, type PictureTable } from '../pictures/picture-table.ts';
import { dataRoutes, type FearGreedView } from '../routes.ts';
import { useReading } from '../stores/use-reading.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { ComponentTable } from './component-table.tsx';
import { ImportForm } from './import-form.tsx';
import type { SectionProps } from './section-props.ts';

const height = 300;

/** The index as a gauge, its history over BTC's price, and what it is made of. */
export const FearGreedSection = observer(function FearGreedSection({ services, choices }: SectionProps) {
  const t = useText('page-data');
  const { api, preferences, session } = services;
  const { timers } = useServices();
  const source = choices.of('fng.source', ['told', 'own']);
  const reading = useReading(source, () => api.of(dataRoutes).call('fearGreed', { query: source === 'own' ? { source } : {} }));
  const view = reading.value;
  const words = useMemo(() => wordsOf(t, view), [t, view]);
  const gauge = useCallback((palette: Palette) => gaugePicture(view?.value ?? 0, words, palette), [view, words]);
  const history = useCallback((palette: Palette) => historyPicture({ list: view?.list ?? [] }, words, palette), [view, words]);
  const table = useMemo(() => tableOf(t, view), [t, view]);
  const parts = useMemo(() => partsOf(t, view), [t, view]);
  if (view === null)
    return reading.failed ? <FailedState text={t('failed')} onRetry={() => void reading.again()} /> : <Skeleton rows={8} />;
  const when = view.time === null ? '' : formatTime(view.time, timers.nowMs(), preferences.timeZone);
  const lead = view.source === 'imported' ? t('fng.imported', { name: view.imported ?? '' }) : t('fng.own');
  return (
    <>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.gauged}>
        <PictureCard
          id="fear-greed-now"
          title={t('fng.now')}
          stale={reading.stale}
          note={when === '' ? undefined : t('fng.at', { time: when })}
          summary={t('fng.summary', { value: numberText(view.value), regime: words.regime })}
          {...{ height, preferences, choices }}
          picture={gauge}
          table={parts}
          instead={
            view.value === null ? <EmptyState icon="history" text={t(view.market === null ? 'fng.noMarket' : 'fng.waiting')} /> : null
          }
        />
        <PictureCard
          id="fear-greed"
          title={t('fng.history')}
          stale={reading.stale}
          note={<HistoryLegend words={words} />}
          controls={
            view.imported !== null && (
              <ChoiceBar
                name="fng.source"
                label={t('fng.source')}
                options={[
                  ['told', view.imported],
                  ['own', t('fng.source.own')],
                ]}
                value={source}
                choices={choices}
              />
            )
          }
          summary={t('fng.historySummary', { days: view.list.length })}
          {...{ height, table, preferences, choices }}
          picture={history}
          instead={view.list.length === 0 ? <EmptyState icon="history" text={t('fng.noHistory')} /> : null}
        />
      </div>
      <ComponentTable view={view} />
      {session.user?.role === 'admin' && <ImportForm services={services} imported={view.imported} onDone={() => void reading.again()} />}
    </>
  );
});

const HistoryLegend = ({ words }: { readonly words: FearGreedWords }) => (
  <span className={styles.legend}>
    <span className={styles.indexKey}>{words.index}</span>
    <span className={styles.priceKey}>{words.price}</span>
  </span>
);

const wordsOf = (t: Translate, view: FearGreedView | null): FearGreedWords => ({
  index: t('fng.index'),
  price: t('fng.price'),
  regimes: regimes.map((regime) => t(`regime.${regime}`)),
  regime: view?.regime == null ? '' : t(`regime.${view.regime}`),
});

const partsOf = (t: Translate, view: FearGreedView | null): PictureTable => ({
  columns: [
    { name: 'part', title: t('column.component'), isText: true },
    { name: 'figure', title: t('column.figure') },
    { name: 'score', title: t('column.scoreShort') },
    { name: 'weight_percent', title: t('column.weight') },
  ],
  rows: [
    ...(view?.components ?? []).map((part) => [
      cell(part.id, t(`component.${part.id}`)),
      cell(part.value, componentText(part.id, part.value)),
      cell(part.score, numberText(part.score)),
      cell(part.weight, percentText(part.weight / 100, { decimals: 0 })),
    ]),
    [
      cell('index', t('fng.index')),
      cell(null, ''),
      cell(view?.value ?? null, numberText(view?.value ?? null)),
      cell(100, percentText(1, { decimals: 0 })),
    ],
  ],
});

const tableOf = (t: Translate, view: FearGreedView | null): PictureTable => ({
  columns: [
    { name: 'day', title: t('column.day'), isText: true },
    { name: 'value', title: t('fng.index') },
    { name: 'regime', title: t('column.regime'), isText: true },
    { name: 'close', title: t('fng.price') },
  ],
  rows: (view?.list ?? []).toReversed().map(({ day, value, close }) => {
    const date = formatDay(day, 'UTC');
    const regime = regimeOf(value);
    return [cell(date, date), cell(value, numberText(value, 1)), cell(regime, t(`regime.${regime}`)), cell(close, priceText(close))];
  }),
});
