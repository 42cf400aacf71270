import type { StrategyContext, StrategyOrder } from '../../core/contract/strategy.ts';
import type { Balance } from '../../core/contract/trading.ts';
import { isSameAccount } from '../../core/domain/accounts/account-key.ts';

/** A context that answers by key what its lists hold. */
export function contextWith<P>(
  told: Pick<StrategyContext<P>, 'params'> &
    Partial<Pick<StrategyContext<P>, 'nowMs' | 'instruments' | 'positions' | 'balances' | 'random'>> & {
      readonly orders?: readonly StrategyOrder[];
    },
): StrategyContext<P> {
  const { params, nowMs = 0, instruments = {}, positions = [], balances = [], orders = [], random = () => 0 } = told;
  return {
    params,
    nowMs,
    instruments,
    positions,
    balances,
    random,
    position: (apiId, instrumentId) => positions.find((one) => one.apiId === apiId && one.instrumentId === instrumentId) ?? null,
    balance: (account, asset) => balances.find((one) => one.asset === asset && isSameAccount(accountOf(one), account)) ?? null,
    order: (tag) => orders.find((one) => one.tag === tag) ?? null,
  };
}

const accountOf = ({ apiId, accountType, symbol }: Balance) =>
  (symbol === undefined ? { apiId, accountType } : { apiId, accountType, symbol }) as Parameters<typeof isSameAccount>[0];
