import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { Store } from '../../store/store.ts';
import type { AccountRegister } from './recovered-accounts.ts';

/** The store's accounts and their money, as a starting venue asks for them. */
export const accountRegister = ({ apiAccounts, balances }: Pick<Store, 'apiAccounts' | 'balances'>): AccountRegister => ({
  known: async (exchange, apiIds) => {
    const records = await apiAccounts.byIds(apiIds);
    return new Set(records.filter((account) => account.exchange === exchange).map(({ apiId }) => apiId));
  },
  funded: async (exchange) => {
    const here = (await apiAccounts.all()).filter((account) => account.exchange === exchange).map(({ apiId }) => apiId);
    const owned = (await balances.of(here, exchange)).filter(({ total }) => compareDecimals(total, '0') !== 0);
    return [...new Set(owned.map(({ apiId }) => apiId))];
  },
});
