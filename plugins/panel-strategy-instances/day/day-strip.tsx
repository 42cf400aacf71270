import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Instance } from '../../../core/contract/strategies.ts';
import { formatDay, IconButton, Signed, startOfDay, useServices, useText } from '../../../core/ui/index.ts';
import { followEnds } from '../follow-ends.ts';
import { EnvironmentBadge, WithIcon } from '../instance-badges.tsx';
import { amountStep } from '../instance-columns.tsx';
import styles from '../instances.module.css';
import { mayStart, reuse } from '../panel-links.ts';
import type { Services } from '../requires.ts';
import type { StrategyTexts } from '../use-strategy-texts.ts';
import { dayResult } from './day-result.ts';

const dayMs = 86_400_000;
/** As many as a call gives. */
const mostEnded = 500;
const mostShown = 5;

interface DayStripProps {
  readonly services: Services;
  readonly texts: StrategyTexts;
  readonly visible: boolean;
}

/** What the instances of today have made together; where nothing runs, the newest that ended within a day too, and a start like each. */
export const DayStrip = observer(function DayStrip({ services, texts, visible }: DayStripProps) {
  const t = useText('panel-strategy-instances');
  const { timers } = useServices();
  const { running } = services.strategies;
  const { timeZone } = services.preferences;
  const dayStartMs = startOfDay(formatDay(timers.nowMs(), timeZone), timeZone) ?? 0;
  const ended = useEnded(services, visible, dayStartMs);
  const result = dayResult(running, ended, dayStartMs);
  const shown = running.length > 0 ? [] : ended.slice(0, mostShown);
  if (result.totals.length === 0 && shown.length === 0) return null;
  const [label, help] = result.older === 0 ? ['day.today', 'day.today.help'] : ['day.mixed', 'day.mixed.help'];
  const figures = { running: result.running, ended: result.ended, older: result.older, zone: timeZone };
  return (
    <section className={styles.lately} aria-label={t('day.title')}>
      {shown.length > 0 && <b>{t('lately.title')}</b>}
      {shown.map((one) => (
        <div key={one.instanceId} className={styles.latelyRow}>
          <span>
            <WithIcon strategy={one.strategy} texts={texts}>
              <span translate="no">{one.name}</span>
            </WithIcon>
          </span>
          <EnvironmentBadge environment={one.environment} t={t} />
          <Signed value={one.profit} step={amountStep} />
          {mayStart(services) && <IconButton icon="refresh" label={t('action.reuse')} onClick={() => reuse(services, one)} />}
        </div>
      ))}
      {result.totals.length > 0 && (
        <div className={styles.latelyRow} title={t(help, figures)}>
          <b>{t(label)}</b>
          {result.totals.map(({ environment, asset, profit }) => (
            <span key={`${environment} ${asset}`} className={styles.dayTotal}>
              <EnvironmentBadge environment={environment} t={t} />
              <span>
                <Signed value={profit} step={amountStep} /> {asset}
              </span>
            </span>
          ))}
        </div>
      )}
    </section>
  );
});

/** Those that ended since the day began or within 24 hours, the last to end first. */
function useEnded({ api, strategies }: Services, visible: boolean, dayStartMs: number): readonly Instance[] {
  const { timers } = useServices();
  const [ended, setEnded] = useState<readonly Instance[]>([]);
  useEffect(() => {
    if (!visible) return;
    let left = false;
    const read = async (): Promise<void> => {
      const endedFromMs = Math.min(dayStartMs, timers.nowMs() - dayMs);
      const page = await api.call('instanceList', { query: { state: 'history', endedFromMs, limit: mostEnded } });
      // What cannot be read is missing here alone: the history says why.
      if (!left && page.ok) setEnded(page.value.toSorted((a, b) => (b.stoppedMs ?? 0) - (a.stoppedMs ?? 0)));
    };
    void read();
    const stop = followEnds(strategies, timers, () => void read());
    return () => {
      left = true;
      stop();
    };
  }, [api, dayStartMs, strategies, timers, visible]);
  return ended;
}
