import { formatDay, type Translate } from '../../../core/ui/index.ts';
import { componentText, numberText, percentText } from '../figure-text.ts';
import { regimeOf } from '../figures/fear-greed.ts';
import type { FearGreedView } from '../routes.ts';
import { cell, type PictureTable } from './picture-table.ts';

/** The index now and the parts that make it; of an imported one nobody here knows the parts. */
export const nowTable = (t: Translate, view: FearGreedView | null): PictureTable => ({
  columns: [
    { name: 'part', title: t('column.component'), isText: true },
    { name: 'figure', title: t('column.figure') },
    { name: 'score', title: t('column.scoreShort') },
    { name: 'weight_percent', title: t('column.weight') },
  ],
  rows: [
    ...(view?.source === 'own' ? view.components : []).map((part) => [
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

/** The index day by day, the newest first. */
export const historyTable = (t: Translate, view: FearGreedView | null): PictureTable => ({
  columns: [
    { name: 'day', title: t('column.day'), isText: true },
    { name: 'value', title: t('fng.index') },
    { name: 'regime', title: t('column.regime'), isText: true },
    { name: 'close', title: t('fng.price') },
  ],
  rows: (view?.list ?? []).toReversed().map(({ day, value, close }) => {
    const date = formatDay(day, 'UTC');
    const regime = regimeOf(value);
    return [cell(date, date), cell(value, numberText(value, 1)), cell(regime, t(`regime.${regime}`)), cell(close, numberText(close, 2))];
  }),
});
