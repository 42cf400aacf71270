import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { listed } from '../../core/domain/joined-text.ts';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { TwoStepDialog } from '../../core/ui/dialog/two-step-dialog.tsx';
import { ChoiceField, DecimalInput, formatDecimal, normalDecimal, TextField, useServices, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import type { HeldAccount } from './allocation.ts';
import { amountProblem, byOffer, movableIn, siblingsOf, sourcesOf } from './allocation-draft.ts';
import styles from './asset.module.css';
import type { Services } from './requires.ts';

interface AllocationDialogProps {
  readonly accounts: readonly HeldAccount[];
  readonly services: Services;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

const told = toldIn('page-asset');
const shortestReason = 3;

/** Moves money between accounts of one owner in two steps. Its name is made once, so that a second try moves nothing twice. */
export const AllocationDialog = observer(function AllocationDialog({ accounts: all, services, onMade, onClose }: AllocationDialogProps) {
  const t = useText('page-asset');
  const { api, markets, notices, session, texts } = services;
  const { newId } = useServices();
  const [transferId] = useState(newId);
  const { offered: accounts, notOffered } = byOffer(all, (id) => markets.exchange(id));
  const exchanges = listed(notOffered.map((one) => markets.exchangeTitle(one)));
  const notOfferedText = exchanges === '' ? undefined : t('allocate.notOffered', { exchanges });
  // For the house nobody moves money of his own.
  const sources = sourcesOf(accounts.filter(({ username }) => username !== session.user?.username));
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string; readonly what?: string }>({});
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  // What was chosen stays while the accounts are read again, whatever has become of what was free.
  const from = accounts.find(({ apiId }) => String(apiId) === chosen.from) ?? sources[0];
  const targets = from === undefined ? [] : siblingsOf(accounts, from);
  const to = targets.find(({ apiId }) => String(apiId) === chosen.to) ?? targets[0];
  const movable = from === undefined ? [] : movableIn(from);
  const keyOf = ({ accountType, asset }: { readonly accountType: string; readonly asset: string }): string => `${accountType} ${asset}`;
  const what = movable.find((one) => keyOf(one) === chosen.what) ?? movable[0];
  const titleOf = (one: HeldAccount): string => `${accountTitle(one.name, markets.exchangeTitle(one.exchange))} · ${one.apiId}`;
  const problem = what === undefined ? 'amount' : amountProblem(normalDecimal(amount), what);
  if (from === undefined || to === undefined || what === undefined)
    return (
      <FormDialog
        title={t('allocate')}
        onClose={onClose}
        actions={
          <Button size="small" onClick={onClose}>
            {t('close')}
          </Button>
        }
      >
        <p className={styles.sentence}>{t('allocate.none')}</p>
        {notOfferedText !== undefined && <p className={words.quiet}>{notOfferedText}</p>}
      </FormDialog>
    );
  const make = async (): Promise<AppError | null> => {
    const { accountType, asset } = what;
    const reply = await api.call('allocationMake', {
      body: {
        ...{ transfer_id: transferId, apiId: from.apiId, from: { accountType }, to: { apiId: to.apiId, accountType } },
        ...{ asset, amount: normalDecimal(amount), reason: reason.trim() },
      },
    });
    if (!reply.ok) return reply.error;
    notices.show('success', told('allocate.done', { amount: formatDecimal(normalDecimal(amount)), asset, username: from.username }));
    onMade();
    return null;
  };
  return (
    <TwoStepDialog
      title={t('allocate')}
      problems={{
        amount: problem === null ? null : t(`problem.${problem}`),
        reason: reason.trim().length < shortestReason ? t('problem.reason') : null,
      }}
      confirmTitle={t('allocate.confirm')}
      confirmation={
        <>
          <p className={styles.sentence}>
            {t('allocate.sentence', {
              ...{ amount: formatDecimal(normalDecimal(amount)), asset: what.asset, username: from.username },
              ...{ from: titleOf(from), to: titleOf(to) },
            })}
          </p>
          <p className={words.quiet}>{t('allocate.told')}</p>
        </>
      }
      makeLabel={t('allocate.make')}
      make={make}
      texts={texts}
      onClose={onClose}
      fields={({ errorAt, edit }) => (
        <>
          <ChoiceField
            label={t('field.from')}
            value={String(from.apiId)}
            help={notOfferedText}
            options={sources.map((one) => [String(one.apiId), `${one.username} · ${titleOf(one)}`] as const)}
            onChange={edit((value: string) => setChosen({ from: value }))}
          />
          <ChoiceField
            label={t('field.to')}
            value={String(to.apiId)}
            options={targets.map((one) => [String(one.apiId), titleOf(one)] as const)}
            onChange={edit((value: string) => setChosen({ ...chosen, from: String(from.apiId), to: value }))}
          />
          <ChoiceField
            label={t('by.asset')}
            value={keyOf(what)}
            options={movable.map(
              (one) => [keyOf(one), one.accountType === 'spot' ? one.asset : `${one.asset} · ${one.accountType}`] as const,
            )}
            onChange={edit((value: string) => setChosen({ ...chosen, from: String(from.apiId), what: value }))}
          />
          <DecimalInput
            label={t('field.amount')}
            value={amount}
            step="1"
            unit={what.asset}
            help={t('allocate.free', { free: formatDecimal(what.free), asset: what.asset })}
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
        </>
      )}
    />
  );
});
