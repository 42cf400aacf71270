import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { AuditLog } from '../../../core/contract/audit.ts';
import type { Messages } from '../../../core/contract/messages.ts';
import type { AllocatedAccount, HouseMoney } from '../../../core/contract/money.ts';
import { type RouteHandlers, type Tables, userOf } from '../../../core/contract/server-contributions.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Transfer } from '../../../core/contract/trading.ts';
import { type AccountKey, accountKeyOf, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import { tidyText } from '../../../core/domain/forms/form-rules.ts';
import type { Language } from '../../../core/domain/language.ts';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';
import { fillText } from '../../../core/domain/numbers/text-params.ts';
import { KeyedTurns } from '../../../core/domain/turns.ts';
import type { moneyRoutes } from '../../../schemas/wire/money.ts';
import { texts } from './texts.ts';

interface AllocationParts {
  readonly money: Pick<HouseMoney, 'allocate'>;
  readonly tables: Pick<Tables, 'transaction'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly audit: Pick<AuditLog, 'append' | 'page'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type Side = { readonly account_type: AccountKey['accountType']; readonly symbol?: string };

/** What people of asset move between the accounts of one owner. */
export function allocationCalls({
  money,
  tables,
  messages,
  audit,
  clock,
}: AllocationParts): Pick<RouteHandlers<typeof moneyRoutes>, 'allocationMake'> {
  const turns = new KeyedTurns();
  return {
    allocationMake: async (request) => {
      const { api_id: apiId, from: source, to: target, asset, amount, transfer_id, reason: typed } = request.body;
      const reason = tidyText(typed);
      if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
      const [from, to] = [keyOf(apiId, source), keyOf(target.api_id ?? apiId, target)];
      if (from === null || to === null)
        return refused('REQUEST_INVALID', { field: from === null ? 'from.symbol' : 'to.symbol', rule: 'is for isolated margin accounts' });
      // An exchange knows its own references alone, the audit those of all.
      const move = { from, to, asset, amount, reference: `asset-${apiId}/${transfer_id}` };
      return turns.take(move.reference, async () => {
        const deed = deedOf(userOf(request), move, reason);
        const isTold = (await audit.page({ action: 'money.allocated', subject: deed.subject }, { limit: 1 })).entries.length > 0;
        // Who and why stands there before anything moves: a crash between leaves no deed without its line.
        if (!isTold) await audit.append({ ...deed, action: 'money.allocation-begun' });
        const moved = await money.allocate(request.principal, move);
        if (!moved.ok) {
          // What may have moved all the same stays begun.
          const { code, isOutcomeOpen } = moved.error;
          const after = { ...deed.after, failure: code };
          if (!isTold && !isOutcomeOpen) await audit.append({ ...deed, action: 'money.allocation-refused', after });
          return moved;
        }
        // Whoever had no answer asks again, and what he moved may have been told already, or not yet.
        if (!isTold) await tell(deed, move, moved.value);
        return accepted(null);
      });
    },
  };

  async function tell(deed: Deed, { asset, amount, reference }: Transfer, { from, to }: Allocated): Promise<void> {
    const params = { amount: formatDecimal(amount), asset, from: from.name, to: to.name, reason: deed.reason };
    const said = (part: 'title' | 'body') => (language: Language) => fillText(texts[language][`allocated.${part}`], params);
    await tables.transaction(async (sql) => {
      const words = { kind: 'system', about: 'money', title: said('title'), body: said('body') } as const;
      await messages.send({ ...words, userId: from.userId, timeMs: clock.nowMs(), refersTo: `allocation ${reference}` }, sql);
      await audit.append({ ...deed, action: 'money.allocated' }, sql);
    });
  }
}

const deedOf = (actor: string, { from, to, asset, amount, reference }: Transfer, reason: string) => ({
  ...{ actor, subject: `transfer/${reference}`, reason, before: null },
  after: { from_account: formatAccountKey(from), to_account: formatAccountKey(to), asset, amount },
});
type Deed = ReturnType<typeof deedOf>;

interface Allocated {
  readonly from: AllocatedAccount;
  readonly to: AllocatedAccount;
}

const keyOf = (apiId: number, { account_type, symbol }: Side): AccountKey | null => accountKeyOf(apiId, account_type, symbol);
