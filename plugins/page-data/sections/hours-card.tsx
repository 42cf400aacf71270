import { observer } from 'mobx-react-lite';
import { useCallback, useMemo } from 'react';
import { wallTime, weekdayOf } from '../../../core/domain/calendar/zone-time.ts';
import { EmptyState, type Translate, useText } from '../../../core/ui/index.ts';
import { percentText } from '../figure-text.ts';
import { type HourCell, hoursOfWeek } from '../figures/volatility.ts';
import { type Heat, heatPicture } from '../pictures/heat-picture.ts';
import { faded, type Palette } from '../pictures/palette.ts';
import { PictureCard } from '../pictures/picture-card.tsx';
import { cell, type PictureTable } from '../pictures/picture-table.ts';
import type { VolatilityCardProps } from './cone-card.tsx';

const hourMs = 3_600_000;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** How much a market moves at each hour of the week, by the user's clock. */
export const HoursCard = observer(function HoursCard({ view, ...card }: VolatilityCardProps) {
  const t = useText('page-data');
  const { timeZone } = card.preferences;
  const cells = useMemo(() => hoursOfWeek(view.from, view.returns, (timeMs) => placeIn(timeZone, timeMs)), [view, timeZone]);
  const heat = useMemo(() => heatOf(cells, t), [cells, t]);
  const picture = useCallback((palette: Palette) => heatPicture(heat, palette), [heat]);
  const table = useMemo(() => tableOf(cells, t), [cells, t]);
  return (
    <PictureCard
      id="volatility-hours"
      title={t('hours.title')}
      note={t('hours.note', { zone: timeZone, least: percentText(heat.least), most: percentText(heat.most) })}
      summary={t('hours.summary')}
      height={320}
      {...{ picture, table, ...card }}
      instead={cells.every(({ volatility }) => volatility === null) ? <EmptyState icon="history" text={t('hours.empty')} /> : null}
    />
  );
});

/** 0 for Monday 0:00. */
function placeIn(timeZone: string, timeMs: number): number {
  const { date, ofDayMs } = wallTime(timeZone, timeMs);
  return (weekdayOf(date) - 1) * 24 + Math.floor(ofDayMs / hourMs);
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function heatOf(cells: readonly HourCell[], t: Translate): Heat {
  const found = cells.flatMap(({ volatility }) => volatility ?? []);
  return {
    across: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
    down: weekdays.map((day) => t(`weekday.${day}`)),
    cells: cells.map(({ weekday, hour, volatility, returns }) => ({
      ...{ x: hour, y: weekday, value: volatility },
      title: `${t(`weekday.${weekday + 1}`)} ${hourText(hour)}`,
      lines: [
        [t('hours.volatility'), percentText(volatility)],
        [t('hours.returns'), String(returns)],
      ],
    })),
    least: found.length === 0 ? 0 : Math.min(...found),
    most: Math.max(0, ...found),
    colours: ({ raised, accent }) => [raised, faded(accent, 0.85)],
    label: () => '',
  };
}

const tableOf = (cells: readonly HourCell[], t: Translate): PictureTable => ({
  columns: [
    { name: 'weekday', title: t('hours.weekday'), isText: true },
    { name: 'hour', title: t('hours.hour'), isText: true },
    { name: 'volatility', title: t('hours.volatility') },
    { name: 'returns', title: t('hours.returns') },
  ],
  rows: cells.map(({ weekday, hour, volatility, returns }) => [
    cell(weekday + 1, t(`weekday.${weekday + 1}`)),
    cell(hour, hourText(hour)),
    cell(volatility, percentText(volatility)),
    cell(returns, String(returns)),
  ]),
});
