import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import type { AppError } from '../../../core/contract/app-error.ts';
import { toldIn } from '../../../core/contract/notices.ts';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { type AskedMovementKind, mostProofMb } from '../../../core/domain/accounts/money-movement.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import { addDecimals, compareDecimals, signedDecimalPattern } from '../../../core/domain/numbers/decimal.ts';
import { TwoStepDialog } from '../../../core/ui/dialog/two-step-dialog.tsx';
import { ChoiceField, DecimalInput, formatDecimal, TextField, useServices, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { freeOf, valueOfAmount } from '../accounts/account-worth.ts';
import styles from '../finance.module.css';
import type { FinanceStore } from '../finance-store.ts';
import type { FinanceAccount } from '../finance-words.ts';
import type { Services } from '../requires.ts';

interface MovementDialogProps {
  readonly kind: AskedMovementKind;
  readonly account: FinanceAccount;
  readonly store: FinanceStore;
  readonly services: Services;
  readonly onClose: () => void;
}

const told = toldIn('page-finance');
const shortestReason = 3;

/** Asks for a movement in two steps: what it is, and whether that is meant. Its name is made once, so that a second try makes nothing twice. */
export const MovementDialog = observer(function MovementDialog({ kind, account, store, services, onClose }: MovementDialogProps) {
  const t = useText('page-finance');
  const { api, markets, notices, texts } = services;
  const exchange = markets.exchangeTitle(account.exchange);
  const { newId } = useServices();
  const [movementId] = useState(newId);
  const types = [...new Set(['spot' as const, ...account.balances.map(({ accountType }) => accountType)])];
  const [type, setType] = useState<(typeof types)[number]>('spot');
  const [asset, setAsset] = useState(account.assets.includes('USDT') ? 'USDT' : (account.assets[0] ?? ''));
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [proof, setProof] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const fileInput = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const free = freeOf(account, type, asset);
  const isAmount =
    signedDecimalPattern.test(amount) && compareDecimals(amount, '0') !== 0 && (kind === 'adjustment' || !amount.startsWith('-'));
  const value = isAmount ? valueOfAmount(amount, asset, store.prices) : null;
  const unit = worthUnit(services.preferences.currency, store.prices);
  const { limit, used } = store.state;
  // As the server counts, which may know of more.
  const needsSecond = value === null || compareDecimals(addDecimals(value, used), limit === '' ? '0' : limit) > 0;
  const sent = async (): Promise<{ readonly fileId: string | null } | AppError> => {
    if (file === null) return { fileId: null };
    const form = new FormData();
    form.append('proof', file);
    const reply = await api.send('movementProof', form);
    return reply.ok ? { fileId: reply.value.file_id } : reply.error;
  };
  const ask = async (): Promise<AppError | null> => {
    const kept = await sent();
    const reply =
      'fileId' in kept
        ? await api.call('movementAsk', {
            body: {
              ...{ movement_id: movementId, kind, apiId: account.apiId, accountType: type, asset, amount },
              ...{ reason: reason.trim(), proof: proof.trim(), file_id: kept.fileId },
            },
          })
        : { ok: false as const, error: kept };
    if (!reply.ok) return reply.error;
    const { state } = reply.value;
    notices.show(state === 'FAILED' ? 'error' : state === 'DONE' ? 'success' : 'info', told(`told.${state}`));
    void store.load();
    return null;
  };
  const title = t(`kind.${kind}`);
  return (
    <TwoStepDialog
      title={`${title} · ${account.username} · ${accountTitle(account.name, exchange)}`}
      problems={{
        amount: isAmount ? null : t(kind === 'adjustment' ? 'error.amount' : 'error.positive'),
        reason: reason.trim().length < shortestReason ? t('error.reason') : null,
        proof: proof.trim() === '' && file === null ? t('error.proof') : null,
      }}
      confirmTitle={t('confirm.title', { kind: title })}
      confirmation={
        <>
          <p className={styles.sentence}>
            {t(`confirm.${kind}`, {
              ...{
                amount: formatDecimal(amount),
                asset,
                username: account.username,
                exchange,
                account: account.name,
                number: account.apiId,
              },
            })}
          </p>
          <p className={words.quiet}>
            {value === null
              ? t('value.unknown')
              : t('value', { value: formatDecimal(unit.of(value), unit.decimals), currency: unit.currency })}
          </p>
          {(needsSecond || limit !== '') && (
            <p className={words.quiet}>
              {needsSecond ? t('confirm.second') : t('confirm.day', { limit: formatDecimal(limit), used: formatDecimal(used) })}
            </p>
          )}
        </>
      }
      makeLabel={t(needsSecond ? 'confirm.ask' : 'confirm.do')}
      make={ask}
      texts={texts}
      onClose={onClose}
      fields={({ errorAt, edit }) => (
        <>
          <ChoiceField label={t('field.asset')} value={asset} options={account.assets.map((one) => [one, one])} onChange={edit(setAsset)} />
          {types.length > 1 && (
            <ChoiceField label={t('field.type')} value={type} options={types.map((one) => [one, one])} onChange={edit(setType)} />
          )}
          <DecimalInput
            label={t('field.amount')}
            value={amount}
            step="1"
            signed={kind === 'adjustment'}
            unit={asset}
            autoFocus
            help={
              <>
                {t('free', { free: formatDecimal(free), asset })}
                {isAmount &&
                  (value === null
                    ? ` · ${t('value.unknown')}`
                    : ` · ${t('value', { value: formatDecimal(unit.of(value), unit.decimals), currency: unit.currency })}`)}
              </>
            }
            error={errorAt('amount')}
            onChange={edit(setAmount)}
          />
          <TextField
            label={t('field.reason')}
            help={t('help.reason')}
            value={reason}
            maxLength={500}
            error={errorAt('reason')}
            onChange={edit(setReason)}
          />
          <TextField label={t('field.proof')} help={t('help.proof')} value={proof} error={errorAt('proof')} onChange={edit(setProof)} />
          <div className={styles.file}>
            <label id={`${fileInput}-label`} htmlFor={fileInput}>
              {t('field.file', { most: mostProofMb })}
            </label>
            <input
              ref={chooser}
              id={fileInput}
              type="file"
              accept=".pdf,.png,.jpg,.jpeg"
              hidden
              onChange={({ target }) => edit(setFile)(target.files?.[0] ?? null)}
            />
            <span className={styles.chosen}>
              <Button size="small" aria-describedby={`${fileInput}-label`} onClick={() => chooser.current?.click()}>
                {t('file.choose')}
              </Button>
              <span translate={file === null ? undefined : 'no'}>{file?.name ?? t('file.none')}</span>
            </span>
          </div>
        </>
      )}
    />
  );
});
