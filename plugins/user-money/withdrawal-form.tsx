import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { balanceOf } from '../../core/contract/balance-of.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { compareDecimals, decimalPattern } from '../../core/domain/numbers/decimal.ts';
import { FormActions } from '../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { ChoiceField, DecimalInput, formatDecimal, useServices, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './money.module.css';
import type { Services } from './requires.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

const told = toldIn('user-money');

/** Asks for money out of an own account; said once more before it is sent. */
export const WithdrawalForm = observer(function WithdrawalForm({
  store,
  services,
}: {
  readonly store: WithdrawalStore;
  readonly services: Services;
}) {
  const t = useText('user-money');
  const { accounts, markets, notices, texts } = services;
  const { newId } = useServices();
  const own = accounts.apiAccounts.filter(({ apiId }) => accounts.may('move', apiId).outcome === 'granted');
  const pays = ({ exchange }: (typeof own)[number]): boolean => markets.exchange(exchange)?.withdrawals === true;
  const paying = own.filter(pays);
  const [account, setAccount] = useState('');
  const [address, setAddress] = useState(store.addresses[0]?.address_id ?? '');
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  // What was asked for last and has no answer keeps its name, so that asked again it is one.
  const [asked, setAsked] = useState<{ readonly movementId: string; readonly what: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const to = store.addresses.find(({ address_id }) => address_id === address) ?? store.addresses[0];
  const from = paying.find(({ apiId }) => String(apiId) === account) ?? paying[0];
  const isAmount = decimalPattern.test(amount) && Number(amount) > 0;
  const free =
    from === undefined || to === undefined ? '0' : (balanceOf(accounts.balances, spotAccount(from.apiId), to.asset)?.available ?? '0');
  const isTooMuch = isAmount && compareDecimals(amount, free) > 0;
  const freeText = { free: formatDecimal(free), asset: to?.asset ?? '' };
  const wrong = tried && !isAmount ? t('error.amount') : isTooMuch ? t('error.tooMuch', freeText) : null;
  const type = (typed: string): void => {
    setRefusal(null);
    setAmount(typed);
  };
  const ask = async (): Promise<void> => {
    if (busy || asked === null || to === undefined || from === undefined) return;
    setBusy(true);
    const error = await store.ask({ movementId: asked.movementId, apiId: from.apiId, addressId: to.address_id, amount });
    setBusy(false);
    setRefusal(error);
    const isOpen = error?.isOutcomeOpen === true;
    if (!isOpen) setAsked(null);
    setConfirming(isOpen);
    if (error !== null) return;
    setAmount('');
    setTried(false);
    notices.show('success', told('ask.done'));
  };
  if (from === undefined) return <p className={words.quiet}>{t('ask.noExchange')}</p>;
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        setRefusal(null);
        if (!isAmount || isTooMuch || to === undefined) return;
        const what = `${from.apiId} ${to.address_id} ${amount}`;
        if (asked?.what !== what) setAsked({ movementId: newId(), what });
        setConfirming(true);
      }}
    >
      <ChoiceField
        label={t('field.account')}
        value={String(from.apiId)}
        options={own.map((one) => {
          const title = accountTitle(one.name, markets.exchangeTitle(one.exchange));
          return [String(one.apiId), title, pays(one) ? undefined : t('account.paysNothing')];
        })}
        onChange={setAccount}
      />
      <ChoiceField
        label={t('field.to')}
        value={to?.address_id ?? ''}
        options={store.addresses.map((one) => [one.address_id, `${one.label} · ${one.asset} · ${one.network}`])}
        onChange={setAddress}
      />
      <DecimalInput
        label={t('field.amount')}
        value={amount}
        step="1"
        unit={to?.asset}
        help={t('free', freeText)}
        error={refusal !== null ? texts.errorText(refusal) : wrong}
        mark={
          <button type="button" className={words.max} onClick={() => type(free)}>
            {t('max')}
          </button>
        }
        onChange={type}
      />
      <p className={words.quiet}>{t(markets.exchange(from.exchange)?.holds === true ? 'ask.held' : 'ask.notHeld')}</p>
      <div>
        <Button size="small" appearance="primary" type="submit">
          {t('ask')}
        </Button>
      </div>
      {isConfirming && to !== undefined && (
        <FormDialog
          title={t('ask.title')}
          onSubmit={() => void ask()}
          onClose={() => setConfirming(false)}
          actions={<FormActions keep={t('keep')} send={t('ask')} busy={busy} onClose={() => setConfirming(false)} />}
        >
          <p>
            {t('ask.confirm', {
              amount: formatDecimal(amount),
              asset: to.asset,
              account: from.name,
              exchange: markets.exchangeTitle(from.exchange),
              label: to.label,
            })}
          </p>
          <p className={words.quiet} translate="no">
            {to.network} · {to.address}
          </p>
        </FormDialog>
      )}
    </form>
  );
});
