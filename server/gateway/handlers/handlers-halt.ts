import { accepted, denied } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { strategyRoutes } from '../../../schemas/wire/strategy.ts';
import type { TradingLimits } from '../../runtime/driver/account/trading-limits.ts';
import type { LimitChange, LimitScope } from '../../runtime/instances/orders/limit-book.ts';
import type { OwnTrace } from '../../store/opening/own-traces.ts';
import type { Audit, UserTraces } from '../../store/store.ts';
import type { AccountDirectory } from '../ports.ts';
import { limitsView } from '../views/strategy-views.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

export interface LimitChanges {
  changeLimits(scope: LimitScope, patch: Partial<TradingLimits>): Promise<LimitChange>;
}

interface HaltParts {
  readonly limits: LimitChanges;
  readonly accounts: Pick<AccountDirectory, 'may'>;
  readonly audit: Pick<Audit, 'append' | 'appendOwn'>;
  readonly traces: Pick<UserTraces, 'append'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Kill switches, which every server takes, whoever runs the strategies. */
export function createHaltHandlers({
  limits,
  accounts,
  audit,
  traces,
  clock,
}: HaltParts): HandlersOf<Pick<typeof strategyRoutes, 'strategyHalt' | 'adminStrategyHalt'>> {
  const halt = async (scope: LimitScope, halted: boolean, actor: string) => {
    const { before, after } = await limits.changeLimits(scope, { isHalted: halted });
    const entry = {
      timeMs: clock.nowMs(),
      actor,
      action: (halted ? 'strategies.halted' : 'strategies.resumed') satisfies OwnTrace,
      subject: scope,
      before: { halted: before.isHalted },
      after: { halted },
    };
    // Of his own things a user does as he likes, and leaves no trace of what changes nothing; what stops everybody stands for good.
    if (scope === 'everyone') await audit.append(entry);
    else if (before.isHalted !== halted && !(await audit.appendOwn(entry, 'subject'))) await traces.append(entry);
    return accepted(limitsView(after));
  };
  return {
    strategyHalt: async (request) => {
      const { userId } = sessionOf(request).principal;
      const { halted, api_id } = request.body;
      if (api_id === undefined) return halt(`user/${userId}`, halted, userId);
      const barred = accounts.may(request.principal, api_id, 'reduce');
      return barred === null ? halt(`account/${api_id}`, halted, userId) : denied(barred);
    },
    adminStrategyHalt: (request) => halt('everyone', request.body.halted, sessionOf(request).principal.userId),
  };
}
