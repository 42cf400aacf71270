import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import { ConfirmPopover, type Translate } from '../../../core/ui/index.ts';
import styles from '../orders.module.css';
import type { Services } from '../requires.ts';
import { type CancelFailure, reportCancel } from './cancel-report.ts';
import { type CancelScope, cancelScopes } from './cancel-scopes.ts';

interface CancelAllProps {
  readonly services: Services;
  readonly t: Translate;
  readonly instrumentId: string | null;
}

/** Cancels all orders of a scope by one command per account; asks first, with the number. */
export const CancelAllButton = observer(function CancelAllButton({ services, t, instrumentId }: CancelAllProps) {
  const { accounts } = services;
  const [chosen, setChosen] = useState<string | null>(null);
  const owners = accounts.apiAccounts.filter(
    ({ apiId }) => accounts.selectedIds.includes(apiId) && accounts.may('reduce', apiId).outcome === 'granted',
  );
  const scopes = cancelScopes(accounts.openOrders, owners, instrumentId);
  const scope = scopes.find(({ id }) => id === chosen) ?? scopes[0];
  const button = (
    <DangerButton appearance="subtle" disabled={scope === undefined}>
      {t('open.cancelAll')}
    </DangerButton>
  );
  if (scope === undefined) return button;
  const textOf = (one: CancelScope): string =>
    t(`scope.${one.kind}`, { name: one.kind === 'exchange' ? services.markets.exchangeTitle(one.name) : one.name, count: one.count });
  return (
    <ConfirmPopover
      title={t('open.cancelAllTitle', { count: scope.count })}
      text={
        <fieldset className={styles.scopes} aria-label={t('open.scope')}>
          {scopes.map((one) => (
            <label key={one.id} className={styles.scope}>
              <input type="radio" name="scope" checked={one.id === scope.id} onChange={() => setChosen(one.id)} />
              {textOf(one)}
            </label>
          ))}
        </fieldset>
      }
      danger
      keepLabel={t('open.keep')}
      confirmLabel={t('open.cancelAllConfirm', { count: scope.count })}
      onConfirm={() => void cancelScope(services, t, scope)}
    >
      {button}
    </ConfirmPopover>
  );
});

async function cancelScope(services: Services, t: Translate, scope: CancelScope): Promise<void> {
  const market = scope.marketId === null ? null : parseInstrumentId(scope.marketId);
  const { openOrders } = services.accounts;
  const owners = scope.accounts.filter(({ apiId }) => openOrders.some((order) => order.apiId === apiId));
  const outcomes = await Promise.all(
    owners.map(async ({ apiId, name }) => {
      const of = market === null ? {} : { symbol: market.symbol, accountType: market.accountType };
      return { name, outcome: await services.api.call('cancelAll', { body: { apiId, ...of } }) };
    }),
  );
  const done = outcomes.reduce((sum, { outcome }) => sum + (outcome.ok ? outcome.value.length : 0), 0);
  const failures = outcomes.flatMap(({ name, outcome }): CancelFailure[] => (outcome.ok ? [] : [{ name, error: outcome.error }]));
  reportCancel(services, t, done, failures);
}
