import { accepted } from '../../../core/contract/app-error.ts';
import type { AuditEntry, AuditLog } from '../../../core/contract/audit.ts';
import type { HousePeople } from '../../../core/contract/people.ts';
import { type RouteHandlers, userOf } from '../../../core/contract/server-contributions.ts';
import type { moneyRoutes } from '../../../schemas/wire/money.ts';
import type { MovedLineView } from '../../../schemas/wire/transfer.ts';

interface AllocationLineParts {
  readonly audit: Pick<AuditLog, 'appendLook' | 'page'>;
  readonly people: Pick<HousePeople, 'get'>;
}

const usualPage = 50;
const begun = 'money.allocation-begun';
const deeds = ['money.transferred', begun, 'money.allocation-refused', 'money.allocated'];

/** What went between the accounts of one owner, as the audit has it: who, why and what became of it stand nowhere else together. */
export function allocationLines({ audit, people }: AllocationLineParts): Pick<RouteHandlers<typeof moneyRoutes>, 'allocationList'> {
  /** An allocation that was begun is told by what it came to, and by itself only as long as that is open. */
  const isShown = async ({ action, subject, entryId }: AuditEntry): Promise<boolean> =>
    action !== begun || (await audit.page({ subject }, { limit: 1 })).entries[0]?.entryId === entryId;
  return {
    allocationList: async (request) => {
      const { limit = usualPage, after } = request.query;
      await audit.appendLook({ actor: userOf(request), action: 'money.viewed', subject: 'movements' });
      const before = after === undefined ? undefined : Number(after);
      const { entries, next } = await audit.page({ actionLike: deeds }, { before, limit });
      const names = new Map<string, string>();
      const results: MovedLineView[] = [];
      for (const entry of entries) {
        const line = lineOf(entry);
        if (line === null || !(await isShown(entry))) continue;
        const { actor } = entry;
        if (!names.has(actor)) names.set(actor, (await people.get(actor))?.username ?? actor);
        results.push({ ...line, by: names.get(actor) ?? actor });
      }
      return accepted({ results, next: next === null ? null : String(next) });
    },
  };
}

/** Null of an entry that is not as this house writes them. */
function lineOf({ entryId, timeMs, action, reason, after }: AuditEntry): Omit<MovedLineView, 'by'> | null {
  const { from_account, to_account, asset, amount, failure = null } = (after ?? {}) as Readonly<Record<string, string | undefined>>;
  if (from_account === undefined || to_account === undefined || asset === undefined || amount === undefined) return null;
  return {
    ...{ entry: entryId, time: timeMs, allocated: action !== 'money.transferred', asset, amount, reason, failure },
    ...{ from: sideOf(from_account), to: sideOf(to_account) },
    state: action === begun ? 'OPEN' : action === 'money.allocation-refused' ? 'REFUSED' : 'DONE',
  };
}

/** Of an account as `formatAccountKey` writes it. */
function sideOf(text: string): MovedLineView['from'] {
  const [apiId, type, symbol = null] = text.split('/');
  return { api_id: Number(apiId), account_type: type as MovedLineView['from']['account_type'], symbol };
}
