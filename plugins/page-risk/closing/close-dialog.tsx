import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { CheckField, ChoiceField } from '../../../core/ui/form/field.tsx';
import { formatDecimal, Skeleton, useServices, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { marketText } from '../market-text.ts';
import type { Services } from '../requires.ts';
import styles from '../risk.module.css';
import { RiskReason } from '../risk-reason.tsx';
import type { RiskStore } from '../risk-store.ts';
import { ClosingActions, ClosingResult } from './closing-result.tsx';
import { type ClosableLine, type CloseChoice, ClosingStore } from './closing-store.ts';
import { LeftText } from './left-text.tsx';

/** Of a market's id, or an exchange. */
const choiceOf = (place: string): CloseChoice | null => {
  if (place === '') return null;
  return place.includes('/') ? { about: 'market', instrument: place } : { about: 'exchange', exchange: place };
};

interface CloseDialogProps {
  /** What may be closed: the first is chosen; null: everybody's positions in a market or at an exchange, which is chosen here. */
  readonly targets: readonly CloseChoice[] | null;
  readonly store: RiskStore;
  readonly services: Services;
  readonly onClose: () => void;
}

/** Counts what would be closed, asks why, and tells what became of each position. */
export const CloseDialog = observer(function CloseDialog({ targets, store, services, onClose }: CloseDialogProps) {
  const t = useText('page-risk');
  const { newId } = useServices();
  const [closing] = useState(() => new ClosingStore(services.api, newId()));
  const [chosen, setChosen] = useState(0);
  const [stops, setStops] = useState(false);
  const [reason, setReason] = useState('');
  const { markets } = services;
  const exchanges = [...new Set(markets.instruments.map(({ exchange }) => exchange))].sort();
  /** Id of a market, or an exchange. */
  const [place, setPlace] = useState('');
  const target = useMemo<CloseChoice | null>(
    () => (targets !== null ? (targets[chosen] ?? null) : choiceOf(place)),
    [targets, chosen, place],
  );
  const [runs, setRuns] = useState<'reading' | 'read' | 'failed'>('reading');
  useEffect(() => void store.readRunning().then((isRead) => setRuns(isRead ? 'read' : 'failed')), [store]);
  useEffect(() => {
    if (target !== null) void closing.look(target);
  }, [closing, target]);
  /** How many they are is known. */
  const isRead = target !== null && closing.state !== 'loading' && closing.error === null;
  const hasBegun = closing.state === 'running' || closing.state === 'done';
  const accounts = new Set(closing.positions.map(({ apiId }) => apiId));
  const running = store.running.filter(({ apiIds }) => apiIds.some((apiId) => accounts.has(apiId)));
  const nameOf = (one: CloseChoice): string =>
    one.about === 'account'
      ? (store.accountName(one.apiId) ?? t('close.account', { account: one.apiId }))
      : one.about === 'user'
        ? t('close.user', { name: one.username })
        : one.about === 'exchange'
          ? t('close.exchange', { exchange: markets.exchangeTitle(one.exchange) })
          : marketText(one.instrument, markets);
  const worthOf = ({ left, close_qty, qty, asset, value }: ClosableLine): string => {
    const amount = `${formatDecimal(left === null ? close_qty : qty)} ${asset}`;
    return left === null && value !== null ? t('close.worth', { amount, value: formatDecimal(value, 2) }) : amount;
  };
  return (
    <RiskReason
      title={t(targets === null ? 'close.market' : 'close.title')}
      text={t('close.text')}
      confirmLabel={isRead ? t('close.confirm', { count: closing.closable.length }) : t('close.button')}
      danger
      texts={services.texts}
      ready={closing.state === 'ready' && closing.closable.length > 0 && runs !== 'reading'}
      staysOpen
      after={
        hasBegun
          ? {
              title: t(closing.state === 'running' ? 'close.running' : 'close.result'),
              body: <ClosingResult closing={closing} services={services} />,
              actions: <ClosingActions closing={closing} onAgain={() => void closing.run(reason)} onClose={onClose} />,
              mayClose: closing.state === 'done',
            }
          : undefined
      }
      onClose={onClose}
      onConfirm={async (why) => {
        if (stops && running.length > 0) {
          const stopped = await store.stop(
            running.map(({ instanceId }) => instanceId),
            why,
          );
          if (!stopped.ok) return stopped.error;
        }
        setReason(why);
        void closing.run(why);
        return null;
      }}
    >
      {(tried) => (
        <>
          {targets === null && (
            <ChoiceField
              label={t('close.choice')}
              placeholder={t('close.missing')}
              error={tried && place === '' ? t('close.missing') : null}
              value={place}
              options={[
                ...exchanges.map((id) => [id, t('close.exchange', { exchange: markets.exchangeTitle(id) })] as const),
                ...markets.instruments.map(({ id }) => [id, marketText(id, markets)] as const),
              ]}
              onChange={setPlace}
            />
          )}
          {targets !== null && targets.length > 1 && (
            <ChoiceField
              label={t('close.what')}
              value={String(chosen)}
              options={targets.map((one, at) => [String(at), nameOf(one)])}
              onChange={(at) => setChosen(Number(at))}
            />
          )}
          {target === null ? null : closing.state === 'loading' ? (
            <Skeleton rows={3} />
          ) : closing.error !== null ? (
            <p role="alert" className={words.wrong}>
              {services.texts.errorText(closing.error)}
            </p>
          ) : (
            <>
              <p role="status" className={styles.name}>
                {closing.closable.length === 0
                  ? t('close.none')
                  : t(closing.hasUnvalued ? 'close.count.some' : 'close.count', {
                      positions: closing.closable.length,
                      accounts: new Set(closing.closable.map(({ apiId }) => apiId)).size,
                      value: formatDecimal(closing.value, 2),
                    })}
              </p>
              <ul className={styles.positions} aria-label={t('close.list')}>
                {closing.positions.map((line) => (
                  <li key={`${line.apiId} ${line.instrumentId}`}>
                    <span translate="no">
                      {line.username} · {line.account} · {line.asset}/{line.quote}
                    </span>
                    <span className={styles.amount}>{worthOf(line)}</span>
                    {line.left !== null && (
                      <span className={`${words.quiet} ${styles.whole}`}>
                        {t('close.stays')} <LeftText left={line.left} cause="" services={services} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {running.length > 0 && <CheckField label={t('close.stop', { count: running.length })} checked={stops} onChange={setStops} />}
              {runs === 'failed' && (
                <p role="alert" className={words.wrong}>
                  {t('close.unread')}
                </p>
              )}
              <p className={words.quiet}>{t('close.instances')}</p>
            </>
          )}
        </>
      )}
    </RiskReason>
  );
});
