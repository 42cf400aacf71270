import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppError } from '../../../core/contract/app-error.ts';
import { isSayable } from '../../../core/contract/error-texts.ts';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import { formatDecimal, IconButton, saveFile, TextField, TimeText, useText } from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import words from '../../../core/ui/page/words.module.css';
import styles from '../finance.module.css';
import type { FinanceStore } from '../finance-store.ts';
import type { FinanceMovement } from '../finance-words.ts';
import type { Services } from '../requires.ts';
import { State } from './movement-list.tsx';

interface MovementCardProps {
  readonly movement: FinanceMovement;
  readonly store: FinanceStore;
  readonly services: Services;
}

/** One movement in full, and what the second person says to it. */
export const MovementCard = observer(function MovementCard({ movement, store, services }: MovementCardProps) {
  const t = useText('page-finance');
  const save = async (): Promise<void> => {
    const file = await services.api.download('movementFile', { query: { movement_id: movement.movement_id } });
    if (file === null) return;
    if (file.ok) saveFile(file.value, movement.file ?? 'proof');
    else services.notices.error(file.error);
  };
  const takeBack = async (): Promise<void> => {
    const error = await store.takeBack(movement.movement_id);
    if (error !== null) services.notices.error(error);
  };
  const unit = worthUnit(services.preferences.currency, store.prices);
  const { destination, failure } = movement;
  const me = services.session.user?.username;
  const isWaiting = movement.state === 'REQUESTED';
  const card = useRef<HTMLElement>(null);
  // The buttons that decided are gone: the keyboard stays at what has become of it.
  useEffect(() => {
    if (!isWaiting) return undefined;
    return () => {
      if (document.activeElement === document.body) card.current?.focus();
    };
  }, [isWaiting]);
  const mayDecide = store.mayDecide && movement.asked_by !== me && movement.username !== me;
  return (
    <aside ref={card} tabIndex={-1} aria-label={t('movement')}>
      <header className={record.cardHead}>
        <h2>
          {t(`kind.${movement.kind}`)} · <span translate="no">{`${formatDecimal(movement.amount)} ${movement.asset}`}</span>
        </h2>
        <IconButton icon="close" label={t('close')} onClick={() => store.showMovement(null)} />
      </header>
      <dl className={record.facts}>
        <Fact name={t('field.state')}>
          <State state={movement.state} />
        </Fact>
        <Fact name={t('field.username')}>
          <span translate="no">
            {movement.username} · {accountTitle(movement.account, services.markets.exchangeTitle(movement.exchange))} · {movement.apiId}
          </span>
        </Fact>
        <Fact name={t('field.value')}>
          {movement.value === null
            ? t('value.unknown')
            : t('value', { value: formatDecimal(unit.of(movement.value), unit.decimals), currency: unit.currency })}
        </Fact>
        <Fact name={t('field.asked')}>
          <span translate="no">{movement.asked_by}</span> · <TimeText timeMs={movement.asked_time} />
        </Fact>
        {movement.decided_time !== null && (
          <Fact name={t('field.decided')}>
            <span translate="no">{movement.decided_by}</span> · <TimeText timeMs={movement.decided_time} />
          </Fact>
        )}
        <Fact name={t('field.reason')}>
          <span translate="no">{movement.reason}</span>
        </Fact>
        {movement.decision_reason !== null && (
          <Fact name={t('field.decision')}>
            <span translate="no">{movement.decision_reason}</span>
          </Fact>
        )}
        {destination !== null && (
          <Fact name={t('field.destination')}>
            <span translate="no">
              {destination.label} · {destination.network} · {destination.address}
            </span>
          </Fact>
        )}
        {movement.proof !== '' && (
          <Fact name={t('field.proof')}>
            <span translate="no">{movement.proof}</span>
          </Fact>
        )}
        {failure !== null && (
          <Fact name={t('field.failure')}>
            {isSayable(failure, {}) ? services.texts.errorText(new AppError(failure)) : t('failure.refused')}
          </Fact>
        )}
      </dl>
      {movement.file !== null && (
        <Button size="small" onClick={() => void save()}>
          {t('file.save', { name: movement.file })}
        </Button>
      )}
      {isWaiting && mayDecide && <Decision movement={movement} store={store} services={services} />}
      {isWaiting && !mayDecide && <p className={words.quiet}>{t('decide.others')}</p>}
      {isWaiting && movement.asked_by === me && (
        <Button size="small" onClick={() => void takeBack()}>
          {t('decide.takeBack')}
        </Button>
      )}
    </aside>
  );
});

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Yes or no, and why. */
const Decision = observer(function Decision({ movement, store, services }: MovementCardProps) {
  const t = useText('page-finance');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const hasReason = reason.trim().length >= 3;
  const decide = async (approve: boolean): Promise<void> => {
    setTried(true);
    if (busy || !hasReason) return;
    setBusy(true);
    const error = await store.decide(movement.movement_id, approve, reason.trim());
    setBusy(false);
    setRefusal(error);
  };
  return (
    <section aria-label={t('decide')} className={`${record.section} ${styles.decision}`}>
      <h3>{t('decide')}</h3>
      <TextField
        label={t('field.decision')}
        value={reason}
        maxLength={500}
        error={tried && !hasReason ? t('error.reason') : null}
        onChange={setReason}
      />
      {refusal !== null && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" disabledFocusable={busy} onClick={() => void decide(false)}>
          {t('refuse')}
        </Button>
        <Button size="small" appearance="primary" disabledFocusable={busy} onClick={() => void decide(true)}>
          {t('approve')}
        </Button>
      </div>
    </section>
  );
});
