import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Instance } from '../../core/contract/strategies.ts';
import { addDecimals } from '../../core/domain/numbers/decimal.ts';
import { IconButton, Signed, useServices, useText } from '../../core/ui/index.ts';
import { EnvironmentBadge } from './instance-badges.tsx';
import { amountStep } from './instance-columns.tsx';
import styles from './instances.module.css';
import { mayStart, reuse } from './panel-links.ts';
import type { Services } from './requires.ts';

const dayMs = 86_400_000;
const most = 5;

/** Where nothing runs: the newest that ended within a day, what each has made, and a start like it. */
export const EndedLately = observer(function EndedLately({
  services,
  visible,
}: {
  readonly services: Services;
  readonly visible: boolean;
}) {
  const t = useText('panel-strategy-instances');
  const { timers } = useServices();
  const [ended, setEnded] = useState<readonly Instance[]>([]);
  const { api } = services;
  useEffect(() => {
    if (!visible) return;
    let left = false;
    void api.call('instanceList', { query: { state: 'history', limit: most } }).then((page) => {
      // What cannot be read is missing here alone: the history says why.
      if (!left && page.ok) setEnded(page.value.filter(({ stoppedMs }) => (stoppedMs ?? 0) > timers.nowMs() - dayMs));
    });
    return () => {
      left = true;
    };
  }, [api, timers, visible]);
  if (ended.length === 0) return null;
  const total = totalOf(ended);
  return (
    <section className={styles.lately} aria-label={t('lately.title')}>
      <div className={styles.latelyRow}>
        <b>{t('lately.title')}</b>
        {total !== null && (
          <span>
            <Signed value={total.profit} step={amountStep} /> {total.asset}
          </span>
        )}
      </div>
      {ended.map((one) => (
        <div key={one.instanceId} className={styles.latelyRow}>
          <span translate="no">{one.name}</span>
          <EnvironmentBadge environment={one.environment} t={t} />
          <Signed value={one.profit} step={amountStep} />
          {mayStart(services) && <IconButton icon="refresh" label={t('action.reuse')} onClick={() => reuse(services, one)} />}
        </div>
      ))}
    </section>
  );
});

/** Their results together; null where one is not known, or not in the asset of the others. */
export function totalOf(
  ended: readonly Pick<Instance, 'profit' | 'valuation'>[],
): { readonly profit: string; readonly asset: string } | null {
  const asset = ended[0]?.valuation.asset ?? null;
  if (asset === null) return null;
  let profit = '0';
  for (const one of ended) {
    if (one.profit === null || one.valuation.asset !== asset) return null;
    profit = addDecimals(profit, one.profit);
  }
  return { profit, asset };
}
