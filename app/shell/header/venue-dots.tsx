import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import type { TFunction } from 'i18next';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelled, listed } from '../../../core/domain/joined-text.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import tool from './tool.module.css';
import styles from './venue-dots.module.css';

/** Prices come several times a second: silence of this length is worth a word. */
const staleAfterMs = 10_000;

const toneOf = {
  LIVE: styles.live,
  CANCEL_ONLY: styles.degraded,
  DEGRADED: styles.degraded,
  STALE: styles.degraded,
  DOWN: styles.gone,
  OFFLINE: '',
} as const;
type VenueState = keyof typeof toneOf;

interface VenueNews {
  readonly exchange: string;
  readonly title: string;
  readonly state: VenueState;
  /** Since the last price; null before the first. */
  readonly ageSeconds: number | null;
}

/** State of every exchange, and how far the server is: a dot each, and words for what is not well. */
export const VenueDots = observer(function VenueDots() {
  const { t } = useTranslation('app');
  const { stream, workspace } = useWorkbench().services;
  const shown = workspace.activeKey === null ? undefined : parseInstrumentId(workspace.activeKey)?.exchange;
  const venues = useVenueNews(shown);
  const unwell = venues.filter(({ state }) => state !== 'LIVE' && state !== 'OFFLINE');
  const latency = stream.latencyMs === null ? t('venues.noLatency') : t('venues.latency', { ms: stream.latencyMs });
  const line = ({ title, state, ageSeconds }: VenueNews): string =>
    labelled(title, [t(`venues.${state}`), ...(ageSeconds === null ? [] : [t('venues.age', { seconds: ageSeconds })])].join(' · '));
  const news =
    unwell.length > 0 ? newsOf(unwell, venues.length, t) : stream.latencyMs === null ? t('venues.OFFLINE') : `${stream.latencyMs} ms`;
  return (
    <Popover size="small" positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={tool.tool}
          aria-label={labelled(t('venues.label'), news)}
          title={[...venues.map(line), latency].join('\n')}
        >
          <span className={styles.dots}>
            {venues.map(({ exchange, state }) => (
              <span key={exchange} className={`${styles.dot} ${toneOf[state]}`} />
            ))}
            {venues.length === 0 && <span className={styles.dot} />}
          </span>
          <span className={styles.latency}>{unwell.length === 0 ? news : statesOf(unwell, t)}</span>
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={t('venues.label')}>
        <div className={styles.venueList}>
          {venues.map(({ exchange, title, state, ageSeconds }) => (
            <Venue key={exchange} title={title} tone={toneOf[state] ?? ''}>
              {t(`venues.${state}`)}
              {ageSeconds !== null && ` · ${t('venues.age', { seconds: ageSeconds })}`}
            </Venue>
          ))}
          <div className={styles.venueLatency}>{latency}</div>
        </div>
      </PopoverSurface>
    </Popover>
  );
});

/** What the exchanges have that are not well, each word once. */
const statesOf = (unwell: readonly VenueNews[], t: TFunction<'app'>): string =>
  listed([...new Set(unwell.map(({ state }) => t(`venues.${state}`)))]);

/** One exchange by name; of several how many they are and what they have, since their names are in the list. */
function newsOf(unwell: readonly VenueNews[], number: number, t: TFunction<'app'>): string {
  const [first] = unwell;
  const states = statesOf(unwell, t);
  if (first !== undefined && unwell.length === 1) return labelled(first.title, states);
  return unwell.length === number ? t('venues.all', { state: states }) : t('venues.several', { number: unwell.length, states });
}

/** Looked at once a second. A market where nobody trades is silent and well: silence is worth a word only at the `shown` exchange. */
function useVenueNews(shown: string | undefined): readonly VenueNews[] {
  const { markets, prices, stream, timers } = useWorkbench().services;
  const [nowMs, setNowMs] = useState(() => timers.steadyMs());
  useEffect(() => timers.every(1_000, () => setNowMs(timers.steadyMs())), [timers]);
  return markets.exchanges.map(({ exchange, title }) => {
    const heardMs = markets.heardMs(exchange);
    const ageMs = heardMs === null ? null : Math.max(0, nowMs - heardMs);
    const health = markets.health(exchange);
    const isQuiet = exchange === shown && ageMs !== null && ageMs > staleAfterMs;
    const isStale = health === 'LIVE' && (isQuiet || prices.ofExchange(exchange) !== null);
    const state = stream.state !== 'open' || !prices.connected ? 'OFFLINE' : isStale ? 'STALE' : health;
    return { exchange, title, state, ageSeconds: ageMs === null ? null : Math.round(ageMs / 1_000) };
  });
}

interface VenueProps {
  readonly title: string;
  readonly tone: string;
  readonly children: ReactNode;
}

function Venue({ title, tone, children }: VenueProps) {
  return (
    <>
      <span className={`${styles.dot} ${tone}`} />
      <span>{title}</span>
      <span className={styles.venueState}>{children}</span>
    </>
  );
}
