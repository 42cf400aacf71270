import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { ApiAccount } from '../../../core/contract/client-services.ts';
import type { PanelProps } from '../../../core/contract/panel.ts';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import { DecimalInput, EmptyState, FailedState, Skeleton, type Translate, useText } from '../../../core/ui/index.ts';
import { limitNames } from '../../../core/ui/strategy/limit-fields.ts';
import { focusUnread } from '../../../core/ui/text/focus-unread.ts';
import { type Question, QuestionStrip } from '../question-strip.tsx';
import type { requires, Services } from '../requires.ts';
import styles from './limits.module.css';
import { LimitsStore } from './limits-store.ts';

/** What the instances of each account are held to together. */
export const Panel = observer(function LimitsPanel({ services, visible }: PanelProps<typeof requires>) {
  const t = useText('panel-strategy-instances');
  const { apiAccounts, loading } = services.accounts;
  if (apiAccounts.length === 0) return loading ? <Skeleton rows={4} /> : <EmptyState icon="balances" text={t('limits.noAccount')} />;
  return (
    <div className={styles.limits}>
      <p className={styles.help}>{t('limits.help')}</p>
      {apiAccounts.map((account) => (
        <AccountLimits key={account.apiId} services={services} account={account} t={t} visible={visible} />
      ))}
    </div>
  );
});

interface AccountLimitsProps {
  readonly services: Services;
  readonly account: ApiAccount;
  readonly t: Translate;
  readonly visible: boolean;
}

const AccountLimits = observer(function AccountLimits({ services, account, t, visible }: AccountLimitsProps) {
  const store = useMemo(() => new LimitsStore(services.api, account.apiId), [services, account.apiId]);
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    // What is being typed is not overwritten by a look at the server.
    if (visible && !store.isChanged) void store.load();
  }, [store, visible]);
  const name = accountTitle(account.name, services.markets.exchangeTitle(account.exchange));
  const halted = store.saved?.halted === true;
  if (store.state === 'failed') return <FailedState text={t('limits.failed', { name })} onRetry={() => void store.load()} />;
  const askToHalt = (): void =>
    setQuestion({
      title: t('limits.haltTitle', { name }),
      text: t('halt.text'),
      keepLabel: t('halt.keep'),
      confirmLabel: t('limits.haltConfirm'),
      danger: true,
      run: () => void store.halt(true),
    });
  return (
    <form
      aria-label={name}
      className={styles.account}
      onSubmit={(event) => {
        event.preventDefault();
        if (store.isChanged && !focusUnread(event.currentTarget)) void store.save();
      }}
    >
      <h3 className={styles.name}>
        {name}
        {halted && <span className={styles.halted}>{t('limits.halted')}</span>}
      </h3>
      {question !== null && <QuestionStrip question={question} onEnd={() => setQuestion(null)} />}
      <div className={styles.fields}>
        {limitNames.map((field) => (
          <DecimalInput
            key={field}
            label={t(`limit.${field}`)}
            value={store.fields[field]}
            onChange={(value) => store.type(field, value)}
            step="1"
            unit={t(`limit.${field}.unit`)}
            placeholder={t('limits.unlimited')}
            disabled={store.state === 'loading'}
            error={store.problem === field ? t('limits.wholeNumber') : null}
          />
        ))}
      </div>
      {store.error !== null && (
        <p role="alert" className={styles.error}>
          {services.texts.errorText(store.error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="small" appearance="primary" disabled={!store.isChanged || store.problem !== null || store.busy}>
          {t('limits.save')}
        </Button>
        {halted ? (
          <Button size="small" disabled={store.busy} onClick={() => void store.halt(false)}>
            {t('limits.release')}
          </Button>
        ) : (
          <DangerButton disabled={store.busy || store.saved === null} onClick={askToHalt}>
            {t('limits.halt')}
          </DangerButton>
        )}
      </div>
    </form>
  );
});
