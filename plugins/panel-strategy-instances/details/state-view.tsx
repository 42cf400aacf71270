import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { StateActor } from '../../../core/contract/strategies.ts';
import {
  EmptyState,
  FailedState,
  formatDecimal,
  IconButton,
  JsonTree,
  MarketName,
  Skeleton,
  TimeText,
  type Translate,
  useServices,
  useText,
} from '../../../core/ui/index.ts';
import { durationText } from '../instance-columns.tsx';
import type { ShownInstance } from '../shown-instance.ts';
import { useNow } from '../use-now.ts';
import { hasEnded } from './instance-figures.ts';
import styles from './state.module.css';
import { StateStore } from './state-store.ts';

const saidMs = 1_500;

/** What an instance keeps in mind, what it listens to and which timers it waits for, live. */
export const StateView = observer(function StateView({ services, instance, visible }: ShownInstance & { readonly visible: boolean }) {
  const t = useText('panel-strategy-instances');
  const { timers } = useServices();
  const { instanceId } = instance;
  const store = useMemo(() => new StateStore(services.api, instanceId), [services.api, instanceId]);
  const now = useNow(visible);
  const [copied, setCopied] = useState(false);
  const running = !hasEnded(instance);
  useEffect(() => {
    if (!visible) return;
    const stop = store.follow(timers, running);
    return () => void stop();
  }, [store, timers, visible, running]);
  if (store.view === null) {
    return store.failed ? <FailedState text={t('state.failed')} onRetry={() => void store.load()} /> : <Skeleton rows={4} />;
  }
  if (store.view.actors.length === 0) return <EmptyState icon="info" text={t('state.empty')} />;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(store.text);
    setCopied(true);
    timers.after(saidMs, () => setCopied(false));
  };
  return (
    <div className={styles.state}>
      {store.view.actors.map((actor, at) => (
        <section key={actor.tag} className={styles.actor} aria-label={titleOf(actor, t)}>
          <div className={styles.head}>
            <h3>{titleOf(actor, t)}</h3>
            {at === 0 && <IconButton icon="copy" label={t(copied ? 'state.copied' : 'state.copy')} onClick={() => void copy()} />}
            {at === 0 && <span className={styles.muted}>{t('state.step', { step: store.view?.step ?? 0 })}</span>}
          </div>
          <div className={styles.columns}>
            <div>
              <h4>{t('state.listens')}</h4>
              <List
                items={actor.subscriptions.map((one) => (
                  <>
                    {subscriptionText(one, t)} <MarketName markets={services.markets} id={one.instrument} />
                  </>
                ))}
                none={t('state.none')}
              />
            </div>
            <div>
              <h4>{t('state.timers')}</h4>
              <List
                items={actor.timers.map(({ timer, due }) => (
                  <>
                    {timer} · <TimeText timeMs={due} />{' '}
                    <span className={styles.muted}>{t('state.in', { time: durationText(Math.max(due - now.get(), 0), t) })}</span>
                  </>
                ))}
                none={t('state.none')}
              />
            </div>
            <div className={styles.whole}>
              <h4>{t('state.mind')}</h4>
              <JsonTree value={actor.state} />
              {actor.cut && <p className={styles.muted}>{t('state.cut')}</p>}
            </div>
          </div>
        </section>
      ))}
    </div>
  );
});

function List({ items, none }: { readonly items: readonly React.ReactNode[]; readonly none: string }) {
  if (items.length === 0) return <span className={styles.muted}>{none}</span>;
  return (
    <ul>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing of a line has a state
        <li key={at}>{item}</li>
      ))}
    </ul>
  );
}

const titleOf = ({ tag, kind }: StateActor, t: Translate): string =>
  kind === null ? t('state.strategy') : t('state.executor', { kind, tag });

/** What is listened to, without its market. */
function subscriptionText({ type, interval, levels, low, high }: StateActor['subscriptions'][number], t: Translate): string {
  const more = interval ?? (low !== null && high !== null ? `${formatDecimal(low)} – ${formatDecimal(high)}` : (levels?.toString() ?? ''));
  return [t(`state.subscription.${type}`), more].filter((part) => part !== '').join(' ');
}
