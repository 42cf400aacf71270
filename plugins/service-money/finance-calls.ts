import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { HouseMoney, StatementLine, StatementPage, StatementQuery } from '../../core/contract/money.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { type CsvColumns, csvTable, csvTime } from '../../core/domain/csv.ts';
import type { moneyRoutes } from '../../schemas/wire/money.ts';
import { accountView, lineView, proofView } from './server/money-views.ts';

interface FinanceParts {
  readonly money: HouseMoney;
  readonly audit: AuditLog;
}

type FinanceRoutes = Pick<
  RouteHandlers<typeof moneyRoutes>,
  'financeAccounts' | 'financeStatement' | 'financeStatementExport' | 'financeState' | 'financeLimitSave' | 'financeProve'
>;

const [usualAccounts, usualLines, exportPage, shownProofs] = [200, 100, 1_000, 60];

const columns: CsvColumns<StatementLine> = {
  time: ({ timeMs }) => csvTime(timeMs),
  exchange: ({ exchange }) => exchange,
  account_type: ({ accountType }) => accountType,
  asset: ({ asset }) => asset,
  amount: ({ amount }) => amount,
  kind: ({ kind }) => kind,
  reference: ({ reference }) => reference,
  balance: ({ balance }) => balance,
  movement: ({ movement }) => movement ?? '',
};

/** What finance looks at, and what administrators set. */
export function financeCalls({ money, audit }: FinanceParts): FinanceRoutes {
  return {
    financeAccounts: async (request) => {
      const { limit = usualAccounts, ...filter } = request.query;
      await audit.appendLook({ actor: userOf(request), action: 'accounts.viewed', subject: 'accounts' });
      const { accounts, total } = await money.accounts(request.principal, { ...filter, limit });
      return accepted({ accounts: accounts.map(accountView), total, prices: { ...money.prices() } });
    },
    financeStatement: async (request) => {
      const { api_id, from, to, limit = usualLines, ...rest } = request.query;
      const page = await money.statement(request.principal, { ...rest, apiId: api_id, fromMs: from, toMs: to, limit });
      if (!page.ok) return page;
      await audit.appendLook({ actor: userOf(request), action: 'money.viewed', subject: `account/${api_id}` });
      return accepted({ results: page.value.lines.map(lineView), next: page.value.next });
    },
    financeStatementExport: async (request) => {
      const { api_id, from, to, asset } = request.query;
      const query: StatementQuery = { apiId: api_id, asset, fromMs: from, toMs: to, limit: exportPage };
      const first = await money.statement(request.principal, query);
      if (!first.ok) return first;
      // Before a line of it goes out.
      await audit.append({
        ...{ actor: userOf(request), action: 'money.exported', subject: `account/${api_id}`, reason: null },
        ...{ before: null, after: { ...request.query } },
      });
      return accepted(
        csvTable(
          columns,
          pages(first.value, (cursor) => money.statement(request.principal, { ...query, cursor })),
        ),
      );
    },
    financeState: async ({ principal }) => {
      const { userId } = principal;
      if (userId === null) return refused('SESSION_MISSING');
      const [limit, used, waiting, proofs] = await Promise.all([
        money.limit(),
        money.movedAlone(userId),
        money.waiting(),
        money.proofs(shownProofs),
      ]);
      return accepted({ limit, used, waiting, proofs: proofs.map(proofView) });
    },
    financeLimitSave: async ({ principal, body: { limit, reason } }) => {
      const saved = await money.setLimit(principal, limit, reason);
      return saved.ok ? accepted(null) : saved;
    },
    financeProve: async () => accepted((await money.prove(true)).map(proofView)),
  };
}

async function* pages(first: StatementPage, next: (cursor: string) => Promise<Outcome<StatementPage>>) {
  let page = first;
  for (;;) {
    yield page.lines;
    if (page.next === null) return;
    const read = await next(page.next);
    if (!read.ok) throw read.error;
    page = read.value;
  }
}
