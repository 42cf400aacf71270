import { observer } from 'mobx-react-lite';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { ClippedText, formatDecimal, useText } from '../../../core/ui/index.ts';
import { FrozenNote, useAccountSwitches } from '../../../core/ui/states/account-switches.tsx';
import { withheldText } from '../describe-order.ts';
import type { Services } from '../requires.ts';
import { largestRatio, type SyncAccount, type TicketSettings } from '../settings/ticket-settings.ts';
import { sizeFieldOf } from '../ticket-draft.ts';
import type { TicketStore } from '../ticket-store.ts';
import { Check } from './check.tsx';
import styles from './sync-accounts.module.css';

const wholeNumber = (text: string, most: number): number | null => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return value >= 1 && value <= most ? value : null;
};

/** The accounts that take part in the order, each with its ratio, its maximum and what it will send. */
export const SyncAccounts = observer(function SyncAccounts({
  services,
  store,
  onChange,
}: {
  readonly services: Services;
  readonly store: TicketStore;
  readonly onChange: (change: Partial<TicketSettings>) => void;
}) {
  const t = useText('panel-order-ticket');
  const { syncRatio } = services.workspace.dashboard;
  const field = sizeFieldOf(store.draft);
  const switches = useAccountSwitches(services.stream);
  const set = (apiId: number, change: Partial<SyncAccount>): void =>
    onChange({ syncAccounts: { ...store.settings.syncAccounts, [apiId]: { ...store.plan.syncAccount(apiId), ...change } } });
  const tick = (apiId: number, on: boolean): void => (store.settings.keepAccounts ? set(apiId, { on }) : store.plan.choose(apiId, on));
  const keep = (keepAccounts: boolean): void => {
    const kept = store.plan.followers.map(
      ({ account: { apiId } }) => [apiId, { ...store.plan.syncAccount(apiId), on: store.plan.isChosen(apiId) }] as const,
    );
    onChange({ keepAccounts, syncAccounts: { ...store.settings.syncAccounts, ...Object.fromEntries(kept) } });
  };
  return (
    <fieldset className={styles.accounts}>
      <legend>{t('sync.accounts')}</legend>
      <Check checked={store.settings.keepAccounts} title={t('sync.keepHelp')} onChange={keep}>
        <span>{t('sync.keep')}</span>
      </Check>
      <label className={styles.ratio}>
        <span>{t('sync.ratio')}</span>
        <input
          inputMode="numeric"
          defaultValue={String(syncRatio)}
          onChange={(event) => {
            const ratio = wholeNumber(event.target.value, largestRatio);
            if (ratio !== null) services.workspace.setDashboard({ syncRatio: ratio });
          }}
        />
        <span>%</span>
      </label>
      {store.plan.followers.length === 0 && <p>{t('sync.none')}</p>}
      {store.plan.followers.map(({ account, instrument }) => {
        const mine = store.plan.syncAccount(account.apiId);
        const on = store.plan.isChosen(account.apiId);
        const planned = store.plan.orders.find((one) => one.account.apiId === account.apiId);
        const size = planned?.draft[field] ?? '';
        const exchange = services.markets.exchangeTitle(account.exchange);
        const title = accountTitle(account.name, exchange);
        const unit = field === 'qty' ? instrument.base : instrument.quote;
        return (
          <div key={account.apiId}>
            <Check checked={on} onChange={(chosen) => tick(account.apiId, chosen)}>
              <ClippedText title={title}>{title}</ClippedText>
            </Check>
            <FrozenNote switches={switches} apiId={account.apiId} />
            {on && (
              <div className={styles.terms}>
                <input
                  aria-label={t('sync.ratioOf', { account: exchange })}
                  title={t('sync.ratioOf', { account: exchange })}
                  inputMode="numeric"
                  defaultValue={String(mine.ratio)}
                  onChange={(event) => {
                    const ratio = wholeNumber(event.target.value, largestRatio);
                    if (ratio !== null) set(account.apiId, { ratio });
                  }}
                />
                <span>%</span>
                <input
                  aria-label={t('sync.maxOf', { account: exchange, asset: instrument.quote })}
                  title={t('sync.maxOf', { account: exchange, asset: instrument.quote })}
                  placeholder={t('sync.max')}
                  inputMode="decimal"
                  defaultValue={mine.max}
                  onChange={(event) => {
                    if (/^(\d{1,18})?$/.test(event.target.value)) set(account.apiId, { max: event.target.value.replace(/^0+(?=\d)/, '') });
                  }}
                />
                <output className={styles.part}>
                  {size === '' ? '–' : `${formatDecimal(size, field === 'qty' ? decimalsOf(instrument.lot) : undefined)} ${unit}`}
                </output>
              </div>
            )}
            {on && <p className={styles.problem}>{planned?.problem == null || size === '' ? '' : withheldText(planned.problem, t)}</p>}
          </div>
        );
      })}
    </fieldset>
  );
});
