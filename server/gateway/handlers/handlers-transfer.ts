import { accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Balance, Trading, Transfer } from '../../../core/contract/trading.ts';
import { type AccountKey, accountKeyOf, formatAccountKey, isSameAccount } from '../../../core/domain/accounts/account-key.ts';
import { KeyedTurns } from '../../../core/domain/turns.ts';
import type { TransferRequest, transferRoutes } from '../../../schemas/wire/transfer.ts';
import type { Store } from '../../store/store.ts';
import { balanceView } from '../views/wire-mapping.ts';
import type { HandlersOf } from './handlers.ts';

interface TransferHandlerParts {
  readonly trading: Pick<Trading, 'transfer' | 'balances'>;
  readonly store: Pick<Store, 'audit'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function createTransferHandlers({ trading, store, clock }: TransferHandlerParts): HandlersOf<typeof transferRoutes> {
  const noting = new KeyedTurns();
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
      await noting.take(move.reference, () => note(principal.userId ?? '', move));
      const isMoved = (balance: Balance): boolean =>
        balance.asset === asset && [move.from, move.to].some((key) => isSameAccount(key, keyOf(balance)));
      return accepted(
        trading
          .balances([...new Set([apiId, move.to.apiId])])
          .filter(isMoved)
          .map(balanceView),
      );
    },
  };

  /** Once, as who moved it: whoever had no answer asks again, or another one does, and it may stand here already, or not yet. */
  async function note(actor: string, { from, to, asset, amount, reference }: Transfer): Promise<void> {
    const deed = { action: 'money.transferred', subject: `transfer/${reference}` } as const;
    if ((await store.audit.page({ ...deed, limit: 1 })).items.length > 0) return;
    const after = { from_account: formatAccountKey(from), to_account: formatAccountKey(to), asset, amount };
    await store.audit.append({ ...deed, actor, timeMs: clock.nowMs(), reason: null, before: null, after });
  }
}

function sideOf({ api_id, ...sides }: TransferRequest, name: 'from' | 'to'): Outcome<AccountKey> {
  const { account_type, symbol } = sides[name];
  const key = accountKeyOf(name === 'to' ? (sides.to.api_id ?? api_id) : api_id, account_type, symbol);
  const rule = symbol === undefined ? 'is required for an isolated margin account' : 'belongs to isolated margin accounts alone';
  return key === null ? refused('REQUEST_INVALID', { field: `${name}.symbol`, rule }) : accepted(key);
}

const keyOf = ({ apiId, accountType, symbol }: Balance): AccountKey => ({ apiId, accountType, symbol }) as AccountKey;
