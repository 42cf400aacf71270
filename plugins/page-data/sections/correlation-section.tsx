import { observer } from 'mobx-react-lite';
import { useCallback, useMemo } from 'react';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { EmptyState, FailedState, Skeleton, useText } from '../../../core/ui/index.ts';
import { numberText } from '../figure-text.ts';
import { pairName, shortName } from '../figures/movers.ts';
import { type Heat, heatPicture } from '../pictures/heat-picture.ts';
import { faded, type Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
import { cell, type PictureTable } from '../pictures/picture-table.ts';
import { type CorrelationView, dataRoutes } from '../routes.ts';
import { useReading } from '../stores/use-reading.ts';
import { ChoiceBar } from './choice-bar.tsx';
import type { SectionProps } from './section-props.ts';

const counts = ['10', '20', '30'] as const;
const rowHeight = 30;
/** Beyond it a number does not fit into its cell. */
const mostLabelled = 14;

/** How the most traded pairs move together. */
export const CorrelationSection = observer(function CorrelationSection({ services, choices }: SectionProps) {
  const t = useText('page-data');
  const { api, preferences } = services;
  const span = choices.of('correlation.span', ['30d', '7d', '90d']);
  const count = choices.of('correlation.markets', counts);
  const query = { span, markets: Number(count) };
  const reading = useReading(`${span} ${count}`, () => api.of(dataRoutes).call('correlation', { query }));
  const view = reading.value;
  const heat = useMemo(() => heatOf(view), [view]);
  const picture = useCallback((palette: Palette) => heatPicture(heat, palette), [heat]);
  const table = useMemo(() => tableOf(view, t('column.pair')), [view, t]);
  if (view === null)
    return reading.failed ? <FailedState text={t('failed')} onRetry={() => void reading.again()} /> : <Skeleton rows={8} />;
  const { markets, least } = view;
  return (
    <PictureCard
      id="correlation"
      title={t('correlation.title')}
      note={t(`correlation.note.${view.interval === '1h' ? 'hours' : 'days'}`, { least })}
      stale={reading.stale}
      controls={
        <>
          <ChoiceBar
            name="correlation.span"
            label={t('correlation.span')}
            options={[
              ['7d', t('correlation.7d')],
              ['30d', t('correlation.30d')],
              ['90d', t('correlation.90d')],
            ]}
            value={span}
            choices={choices}
          />
          <ChoiceBar
            name="correlation.markets"
            label={t('correlation.markets')}
            options={[
              ['10', t('correlation.most', { count: 10 })],
              ['20', t('correlation.most', { count: 20 })],
              ['30', t('correlation.most', { count: 30 })],
            ]}
            value={count}
            choices={choices}
          />
        </>
      }
      summary={t('correlation.summary', { count: markets.length })}
      height={Math.max(240, (markets.length + 1) * rowHeight)}
      {...{ picture, table, preferences, choices }}
      instead={markets.length < 2 ? <EmptyState icon="grid" text={t('correlation.empty')} /> : null}
    />
  );
});

function heatOf(view: CorrelationView | null): Heat {
  const names = (view?.markets ?? []).map(pairName);
  const cells = (view?.values ?? []).flatMap((row, y) =>
    row.map((value, x) => ({ x, y, value, title: `${names[y]} – ${names[x]}`, lines: [['ρ', numberText(value, 2)] as const] })),
  );
  return {
    across: (view?.markets ?? []).map(shortName),
    down: names,
    cells,
    least: -1,
    most: 1,
    colours: ({ orange, raised, accent }) => [faded(orange, 0.7), raised, faded(accent, 0.7)],
    label: (value) => (names.length <= mostLabelled ? numberText(value, 2) : ''),
  };
}

function tableOf(view: CorrelationView | null, title: string): PictureTable {
  const markets = view?.markets ?? [];
  const names = markets.map(pairName);
  return {
    columns: [{ name: 'pair', title, isText: true }, ...names.map((name) => ({ name, title: name }))],
    rows: (view?.values ?? []).map((row, at) => [
      cell(names[at] ?? '', names[at] ?? ''),
      ...row.map((value) => cell(value === null ? null : Number(fixedDecimal(value, 4)), numberText(value, 2))),
    ]),
  };
}
