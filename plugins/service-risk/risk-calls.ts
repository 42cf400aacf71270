import { accepted, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import type { HouseRisk, SweepScope, ThrownSwitch } from '../../core/contract/risk.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { accountOfScope, type SwitchScope } from '../../core/domain/accounts/switch-scope.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { CancelTargetView, ExposureRowView, riskRoutes, SwitchTarget, SwitchView } from '../../schemas/wire/risk.ts';
import { closableView, closedView, closeScopeOf } from './closing-calls.ts';
import { type ExposureSum, exposures, inCents } from './exposure.ts';
import type { LimitJudge } from './limit-alerts.ts';
import type { LimitTable } from './limit-table.ts';
import { breachesOf, idOf, isKeyOf, type RiskLimit } from './limits.ts';
import type { tellingOfCancels, tellingOfClosings, tellingOfDesk, tellingOwners, tellingThrowers } from './owner-news.ts';

interface RiskCallParts {
  readonly risk: HouseRisk;
  readonly money: Pick<HouseMoney, 'prices'>;
  readonly limits: LimitTable;
  readonly judge: Pick<LimitJudge, 'judgeSaved'>;
  readonly audit: Pick<AuditLog, 'append' | 'appendLook'>;
  readonly telling: ReturnType<typeof tellingOwners>;
  readonly tellThrower: ReturnType<typeof tellingThrowers>;
  readonly tellOfCancels: ReturnType<typeof tellingOfCancels>;
  readonly tellOfClosing: ReturnType<typeof tellingOfClosings>;
  readonly tellOfDesk: ReturnType<typeof tellingOfDesk>;
}

const noReason = refused('FORM_FIELD_EMPTY', { field: 'reason' });

/** What risk looks at and switches. */
export function riskCalls({
  risk,
  money,
  limits,
  judge,
  audit,
  telling,
  tellThrower,
  tellOfCancels,
  tellOfClosing,
  tellOfDesk,
}: RiskCallParts): RouteHandlers<typeof riskRoutes> {
  return {
    riskExposure: async (request) => {
      await audit.appendLook({ actor: userOf(request), action: 'exposure.viewed', subject: 'desk' });
      const [accounts, set] = await Promise.all([risk.accounts(), limits.all()]);
      const prices = money.prices();
      const rows = exposures(accounts, risk.strategyHoldings(), prices);
      const byId = new Map(set.map((limit) => [idOf(limit), limit]));
      const known = new Set(rows.map(idOf));
      // A limit is not forgotten because nothing stands there now.
      const idle = set.filter((limit) => !known.has(idOf(limit))).map(({ kind, key }) => emptyRow(kind, key));
      return accepted({ rows: [...rows, ...idle].map((row) => rowView(row, byId.get(idOf(row)) ?? null)), prices: { ...prices } });
    },
    riskLimitSave: async (request) => {
      const { reason: typed, refuses = false, ...rest } = request.body;
      const limit: RiskLimit = { ...rest, refuses };
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      // What was set before there was this rule can be taken away.
      const isSet = limit.net !== null || limit.gross !== null;
      if (isSet && !isKeyOf(limit.kind, limit.key))
        return refused('REQUEST_INVALID', { field: 'key', rule: `not a key of the kind ${limit.kind}` });
      await limits.transaction(async (sql) => {
        const before = await limits.put(limit, sql);
        const entry = { actor: userOf(request), action: 'risk.limit-changed', subject: `${limit.kind}/${limit.key}`, reason };
        const [from, to] = [before, limit].map((one) => (one === null ? null : { net: one.net, gross: one.gross, refuses: one.refuses }));
        await audit.append({ ...entry, before: from ?? null, after: to ?? null }, sql);
      });
      // Whoever sets it hears that it is set once it is judged, unless it cannot be judged now.
      await judge.judgeSaved();
      return accepted(null);
    },
    riskSwitches: async () => accepted((await risk.switches()).map(switchView)),
    riskSwitchThrow: async ({ principal, body: { target, reason: typed } }) => {
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      const done = await risk.throwSwitch(principal, scopeOf(target), reason, telling('frozen', reason));
      if (done.ok && target.about === 'everyone') void tellOfDesk('halted', reason);
      return done.ok ? accepted(null) : done;
    },
    riskSwitchRelease: async ({ principal, body: { target, reason: typed } }) => {
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      const done = await risk.releaseSwitch(principal, scopeOf(target), reason, telling('freed', reason), tellThrower(reason));
      return done.ok ? accepted(null) : done;
    },
    riskReleaseDecide: async ({ principal, body: { approve, reason: typed } }) => {
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      const done = await risk.decideRelease(principal, approve, reason);
      if (done.ok && approve) void tellOfDesk('released', reason);
      return done.ok ? accepted(null) : done;
    },
    riskCancelAll: async ({ principal, body: { target, reason: typed } }) => {
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      const done = await risk.cancelAll(principal, cancelScopeOf(target), reason);
      if (!done.ok) return done;
      const { accounts, canceled, of, failed } = done.value;
      await tellOfCancels(of, reason);
      return accepted({ accounts, canceled, failed: [...failed] });
    },
    riskPositions: async (request) => {
      const scope = closeScopeOf(request.query);
      if (scope === null) return refused('REQUEST_INVALID', { field: 'api_id', rule: 'one of api_id, username, instrument and exchange' });
      const found = await risk.positions(scope);
      if (!found.ok) return found;
      await audit.appendLook({ actor: userOf(request), action: 'positions.viewed', subject: scope.toLowerCase() });
      return accepted({ positions: found.value.map((one) => closableView(one, money.prices())) });
    },
    riskClose: async ({ principal, body: { api_id: apiId, instrument: instrumentId, closing_id: closingId, reason: typed } }) => {
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      const done = await risk.close(principal, { apiId, instrumentId }, closingId, reason);
      if (!done.ok) return done;
      const { canceled, positions } = done.value;
      await tellOfClosing({ apiId, closingId, result: done.value, reason });
      return accepted({ canceled, positions: positions.map((one) => closedView(one, money.prices())) });
    },
  };
}

const scopeOf = (target: SwitchTarget): SwitchScope =>
  target.about === 'everyone' ? 'everyone' : target.about === 'account' ? `account/${target.api_id}` : `market/${target.instrument}`;

const cancelScopeOf = (target: CancelTargetView): SweepScope =>
  target.about === 'everyone' ? 'everyone' : target.about === 'account' ? `account/${target.api_id}` : `exchange/${target.exchange}`;

function switchView({ scope, account, reason, thrownBy, thrownMs, release }: ThrownSwitch): SwitchView {
  const api_id = accountOfScope(scope);
  return {
    about: scope === 'everyone' ? 'everyone' : api_id !== null ? 'account' : 'market',
    api_id,
    instrument: scope.startsWith('market/') ? scope.slice('market/'.length) : null,
    ...{ username: account?.username ?? null, account: account?.name ?? null, exchange: account?.exchange ?? null },
    ...{ reason, thrown_by: thrownBy, thrown_time: thrownMs },
    release: release === null ? null : { asked_by: release.askedBy, asked_time: release.askedMs, reason: release.reason },
  };
}

const emptyRow = (kind: ExposureSum['kind'], key: string): ExposureSum => ({
  ...{ kind, key, account: null, equity: kind === 'strategy' ? null : '0', net: '0', gross: '0', unknown: [], shorts: [] },
});

const rowView = (row: ExposureSum, limit: RiskLimit | null): ExposureRowView => ({
  ...{ kind: row.kind, key: row.key },
  ...{ username: row.account?.username ?? null, account: row.account?.name ?? null, exchange: row.account?.exchange ?? null },
  ...{
    equity: row.equity === null ? null : inCents(row.equity),
    net: inCents(row.net),
    gross: inCents(row.gross),
    unknown: [...row.unknown],
  },
  limit: limit === null ? null : { net: limit.net, gross: limit.gross, refuses: limit.refuses },
  breached: limit === null ? [] : breachesOf(row, limit).map(({ measure }) => measure),
});
