import type { MoneyProof, Movement, OverseenAccount, StatementLine } from '../../../core/contract/money.ts';
import type { DayProofView, FinanceAccountView, MovementView, StatementLineView } from '../../../schemas/wire/money.ts';

export const accountView = (one: OverseenAccount): FinanceAccountView => ({
  ...{ api_id: one.apiId, name: one.name, exchange: one.exchange, user_id: one.userId, username: one.username, active: one.isActive },
  ...{ deposit: one.deposit, withdrawal: one.withdrawal, assets: [...one.assets] },
  balances: one.balances.map(({ accountType, asset, total, held }) => ({ account_type: accountType, asset, total, held })),
});

export const movementView = (one: Movement): MovementView => ({
  ...{
    movement_id: one.movementId,
    kind: one.kind,
    api_id: one.apiId,
    account: one.account,
    exchange: one.exchange,
    username: one.username,
  },
  ...{ account_type: one.accountType, asset: one.asset, amount: one.amount, value: one.value, reason: one.reason, proof: one.proof },
  ...{ file: one.file?.name ?? null, destination: one.destination, state: one.state, failure: one.failure },
  ...{ asked_by: one.askedBy, decided_by: one.decidedBy, decision_reason: one.decisionReason },
  ...{ asked_time: one.askedMs, decided_time: one.decidedMs, done_time: one.doneMs },
});

/** What its owner sees: who of the house has done it is the house's business. */
export const ownMovementView = (one: Movement): MovementView => ({
  ...movementView(one),
  ...(one.askedBy === one.username ? {} : { asked_by: '', reason: '', proof: '', file: null }),
  ...{ decided_by: null, decision_reason: one.state === 'REFUSED' ? one.decisionReason : null },
});

export const lineView = (one: StatementLine): StatementLineView => ({
  ...{ time: one.timeMs, exchange: one.exchange, account_type: one.accountType, asset: one.asset, amount: one.amount },
  ...{ balance: one.balance, kind: one.kind, movement: one.movement, reference: one.reference },
});

export const proofView = ({ day, exchange, timeMs, wallets, findings }: MoneyProof): DayProofView => ({
  ...{ day, exchange, time: timeMs, wallets },
  findings: findings.map(({ apiId, accountType, ...same }) => ({ ...same, api_id: apiId, account_type: accountType })),
});
