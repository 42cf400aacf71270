import { observer } from 'mobx-react-lite';
import { useCallback, useMemo } from 'react';
import { EmptyState, FailedState, Skeleton, type Translate, useServices, useText } from '../../../core/ui/index.ts';
import styles from '../data-page.module.css';
import { indexTime, numberText } from '../figure-text.ts';
import { regimes } from '../figures/fear-greed.ts';
import { type FearGreedWords, gaugePicture, historyPicture } from '../pictures/fear-greed-pictures.ts';
import { historyTable, nowTable } from '../pictures/fear-greed-tables.ts';
import type { Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
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
  const table = useMemo(() => historyTable(t, view), [t, view]);
  const parts = useMemo(() => nowTable(t, view), [t, view]);
  if (view === null)
    return reading.failed ? <FailedState text={t('failed')} onRetry={() => void reading.again()} /> : <Skeleton rows={8} />;
  const when = view.time === null ? '' : indexTime(view.source, view.time, timers.nowMs(), preferences.timeZone);
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
