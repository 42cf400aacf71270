import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Preferences } from '../../../core/contract/client-services.ts';
import { EmptyState, type Translate, useText } from '../../../core/ui/index.ts';
import { numberText, percentText } from '../figure-text.ts';
import { coneShares } from '../figures/volatility.ts';
import { type ConeWords, conePicture } from '../pictures/cone-picture.ts';
import type { Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
import { cell, type PictureTable } from '../pictures/picture-table.ts';
import type { VolatilityView } from '../routes.ts';
import type { Choices } from '../stores/choices.ts';

export interface VolatilityCardProps {
  readonly view: VolatilityView;
  readonly stale: boolean;
  readonly preferences: Preferences;
  readonly choices: Choices;
}

/** What volatility has been over each length of time, and what it is. */
export const ConeCard = observer(function ConeCard({ view, ...card }: VolatilityCardProps & { readonly controls: ReactNode }) {
  const t = useText('page-data');
  const { cone } = view;
  const words = useMemo(() => wordsOf(t), [t]);
  const picture = useCallback((palette: Palette) => conePicture(cone, words, palette), [cone, words]);
  const table = useMemo((): PictureTable => tableOf(cone, words, t('cone.horizon')), [cone, words, t]);
  return (
    <PictureCard
      id="volatility-cone"
      title={t('cone.title')}
      note={t('cone.note', { hours: numberText(view.returns.length) })}
      summary={t('cone.summary')}
      height={320}
      {...{ picture, table, ...card }}
      instead={cone.every(({ windows }) => windows === 0) ? <EmptyState icon="history" text={t('cone.empty')} /> : null}
    />
  );
});

const wordsOf = (t: Translate): ConeWords => ({
  shares: coneShares.map((share) => {
    if (share === 0) return t('cone.lowest');
    if (share === 1) return t('cone.highest');
    return t('cone.share', { share: Math.round(share * 100) });
  }),
  current: t('cone.current'),
  windows: t('cone.windows'),
  horizon: (hours) => t('cone.days', { count: hours / 24 }),
});

const tableOf = (cone: VolatilityView['cone'], words: ConeWords, horizon: string): PictureTable => ({
  columns: [
    { name: 'horizon_hours', title: horizon, isText: true },
    { name: 'current', title: words.current },
    ...coneShares.map((share, at) => ({ name: `p${Math.round(share * 100)}`, title: words.shares[at] ?? '' })),
    { name: 'windows', title: words.windows },
  ],
  rows: cone.map(({ hours, current, percentiles, windows }) => [
    cell(hours, words.horizon(hours)),
    cell(current, percentText(current)),
    ...coneShares.map((_, at) => cell(percentiles?.[at] ?? null, percentText(percentiles?.[at] ?? null))),
    cell(windows, String(windows)),
  ]),
});
