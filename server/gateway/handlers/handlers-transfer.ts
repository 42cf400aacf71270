import { accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Balance, Trading } from '../../../core/contract/trading.ts';
import { type AccountKey, accountKeyOf, isSameAccount } from '../../../core/domain/accounts/account-key.ts';
import type { TransferRequest, transferRoutes } from '../../../schemas/wire/transfer.ts';
import { balanceView } from '../views/wire-mapping.ts';
import type { HandlersOf } from './handlers.ts';

export function createTransferHandlers(trading: Pick<Trading, 'transfer' | 'balances'>): HandlersOf<typeof transferRoutes> {
  return {
    transfer: async ({ principal, body }) => {
      const { api_id: apiId, asset, amount, transfer_id } = body;
      const from = sideOf(body, 'from');
      const to = sideOf(body, 'to');
      if (!from.ok) return from;
      if (!to.ok) return to;
      const move = { from: from.value, to: to.value, asset, amount, reference: `${apiId}/${transfer_id}` };
      const outcome = await trading.transfer(principal, move);
      if (!outcome.ok) return denied(outcome.error);
      const isMoved = (balance: Balance): boolean =>
        balance.asset === asset && [move.from, move.to].some((key) => isSameAccount(key, keyOf(balance)));
      return accepted(trading.balances([apiId]).filter(isMoved).map(balanceView));
    },
  };
}

function sideOf({ api_id, ...sides }: TransferRequest, name: 'from' | 'to'): Outcome<AccountKey> {
  const { account_type, symbol } = sides[name];
  const key = accountKeyOf(api_id, account_type, symbol);
  const rule = symbol === undefined ? 'is required for an isolated margin account' : 'belongs to isolated margin accounts alone';
  return key === null ? refused('REQUEST_INVALID', { field: `${name}.symbol`, rule }) : accepted(key);
}

const keyOf = ({ apiId, accountType, symbol }: Balance): AccountKey => ({ apiId, accountType, symbol }) as AccountKey;
