import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { FormEvent } from 'react';
import { type NamedText, toldIn } from '../../core/contract/notices.ts';
import type { Transfer } from '../../core/contract/trading.ts';
import { type AccountKey, formatAccountKey } from '../../core/domain/accounts/account-key.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import {
  ChoiceField,
  ConfirmPopover,
  DecimalInput,
  EmptyState,
  IconButton,
  LockedButton,
  normalDecimal,
  type Translate,
  useText,
} from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import type { Purse } from './past-transfers.ts';
import type { Services } from './requires.ts';
import styles from './transfer.module.css';
import type { TransferStore } from './transfer-store.ts';
import { UnsureTransfer } from './unsure-transfer.tsx';

const told = toldIn('panel-transfer');

interface TransferFormProps {
  readonly services: Services;
  readonly store: TransferStore;
  /** Money was moved. */
  readonly onMoved: () => void;
}

/** Says a text at once, or names it for whoever reads it later. */
type Say<T> = (key: string, params?: Readonly<Record<string, string | T>>) => T;

function purseText<T extends string | NamedText>({ accountType, symbol }: Purse, t: Say<T>): T {
  const type = t(`wallet.${accountType}`);
  return symbol === undefined ? type : t('wallet.of', { type, symbol });
}

/** Both sides of a transfer; each with its account where they are of two. */
export function sidesText<T extends string | NamedText>(
  from: Purse,
  to: Purse,
  t: Say<T>,
  nameOf: NameOf,
): { readonly from: T; readonly to: T } {
  if (from.apiId === to.apiId) return { from: purseText(from, t), to: purseText(to, t) };
  return { from: placeText(from, t, nameOf), to: placeText(to, t, nameOf) };
}

const placeText = <T extends string | NamedText>(purse: Purse, t: Say<T>, nameOf: NameOf): T =>
  t('wallet.at', { account: nameOf(purse.apiId), wallet: purseText(purse, t) });

/** Name of an api account. */
type NameOf = (apiId: number) => string;

export const accountNames =
  ({ apiAccounts }: Pick<Services['accounts'], 'apiAccounts'>): NameOf =>
  (apiId) =>
    apiAccounts.find((one) => one.apiId === apiId)?.name ?? String(apiId);

/** Whose money, from where to where, and how much; what cannot be is said before anything is typed. */
export const TransferForm = observer(function TransferForm({ services, store, onMoved }: TransferFormProps) {
  const t = useText('panel-transfer');
  const { accounts, markets, notices } = services;
  const { account, owners, from, to, asset } = store;
  const tell = (moved: Transfer | null): void => {
    if (moved === null) return;
    const sides = sidesText(moved.from, moved.to, told, accountNames(accounts));
    notices.show('success', told('done', { amount: formatDecimal(moved.amount), asset: moved.asset, ...sides }));
    onMoved();
  };
  const asked = (source: Purse, target: Purse): string => {
    const sides = sidesText(source, target, t, accountNames(accounts));
    return source.apiId === target.apiId ? t('ask.text', { ...sides, account: account?.name ?? '' }) : t('ask.between', sides);
  };
  const nameOf = ({ name, exchange }: (typeof owners)[number]): string => accountTitle(name, markets.exchangeTitle(exchange));
  return (
    <form className={styles.form} aria-label={t('title')} noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
      <ChoiceField
        label={t('account')}
        value={String(account?.apiId ?? '')}
        options={owners.map((one) => {
          const barred = store.barred(one);
          return [String(one.apiId), nameOf(one), barred === null ? undefined : t(`barred.${barred}`)] as const;
        })}
        disabled={store.sending || store.unsure !== null}
        onChange={(apiId) => store.chooseAccount(Number(apiId))}
      />
      {account !== null && !store.offered && (
        <EmptyState
          icon="info"
          text={t(markets.exchange(account.exchange)?.transfers === true ? 'notOffered' : 'notOffered.exchange', {
            exchange: markets.exchangeTitle(account.exchange),
          })}
        />
      )}
      {account !== null && store.offered && from !== null && to !== null && (
        <>
          <Sides services={services} store={store} t={t} />
          <Amount services={services} store={store} t={t} />
          <p className={styles.fee}>
            <span>{t('fee')}</span>
            <span>{t('fee.none')}</span>
          </p>
          {store.unsure === null ? (
            <Send
              store={store}
              t={t}
              text={asked(from, to)}
              asset={asset ?? ''}
              minVip={store.access.outcome === 'locked' ? store.access.minVip : null}
              onSend={async () => tell(await store.send())}
            />
          ) : (
            <UnsureTransfer
              move={store.unsure}
              sending={store.sending}
              onAsk={async () => tell(await store.askAgain())}
              onAside={() => store.setAside()}
            />
          )}
          {accounts.balances.length === 0 && <p className={styles.words}>{t('noAsset')}</p>}
        </>
      )}
    </form>
  );
});

interface PartProps {
  readonly store: TransferStore;
  readonly t: Translate;
}

const Sides = observer(function Sides({ services, store, t }: PartProps & Pick<TransferFormProps, 'services'>) {
  const nameOf = accountNames(services.accounts);
  const optionOf = (key: AccountKey) =>
    [formatAccountKey(key), key.apiId === store.account?.apiId ? purseText(key, t) : placeText(key, t, nameOf)] as const;
  const isFixed = store.sending || store.unsure !== null;
  return (
    <div className={styles.sides}>
      <ChoiceField
        label={t('from')}
        value={store.from === null ? '' : formatAccountKey(store.from)}
        options={store.purses.map(optionOf)}
        disabled={isFixed}
        onChange={store.chooseFrom}
      />
      <IconButton icon="swap" label={t('swap')} disabled={isFixed} onClick={store.swap} />
      <ChoiceField
        label={t('to')}
        value={store.to === null ? '' : formatAccountKey(store.to)}
        options={store.targets.filter((key) => store.purses.length > 1 || key.apiId !== store.from?.apiId).map(optionOf)}
        disabled={isFixed}
        onChange={store.chooseTo}
      />
    </div>
  );
});

const Amount = observer(function Amount({ services, store, t }: PartProps & Pick<TransferFormProps, 'services'>) {
  const { asset, available, problem, error } = store;
  const isFixed = store.sending || store.unsure !== null;
  const refusal = error === null ? null : services.texts.errorText(error);
  return (
    <div className={styles.amount}>
      <ChoiceField
        label={t('asset')}
        value={asset ?? ''}
        options={store.assets.length === 0 ? [['', t('noAsset')]] : store.assets.map((one) => [one, one] as const)}
        disabled={isFixed || store.assets.length === 0}
        onChange={store.chooseAsset}
      />
      <DecimalInput
        label={t('amount')}
        value={store.amount}
        step="1"
        unit={asset ?? ''}
        disabled={isFixed || asset === null}
        onChange={store.type}
        error={refusal ?? (problem === 'tooMuch' ? t('problem.tooMuch') : null)}
        help={asset === null ? '' : t('available', { amount: formatDecimal(available), asset })}
        mark={
          <button type="button" className={words.max} disabled={isFixed || asset === null} onClick={store.takeAll}>
            {t('max')}
          </button>
        }
      />
    </div>
  );
});

interface SendProps extends PartProps {
  readonly text: string;
  readonly asset: string;
  readonly minVip: number | null;
  readonly onSend: () => Promise<void>;
}

/** Enter in the amount presses it, and it asks first. */
const Send = observer(function Send({ store, t, text, asset, minVip, onSend }: SendProps) {
  if (store.access.outcome === 'locked') return <LockedButton minVip={minVip}>{t('send')}</LockedButton>;
  const button = (
    <Button appearance="primary" type="submit" disabled={store.problem !== null || store.sending}>
      {t(store.sending ? 'sending' : 'send')}
    </Button>
  );
  if (store.problem !== null || store.sending) return button;
  return (
    <ConfirmPopover
      title={t('ask.title', { amount: formatDecimal(normalDecimal(store.amount)), asset })}
      text={text}
      keepLabel={t('ask.keep')}
      confirmLabel={t('ask.confirm')}
      onConfirm={() => void onSend()}
    >
      {button}
    </ConfirmPopover>
  );
});
