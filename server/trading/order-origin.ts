import { createHash } from 'node:crypto';
import { AppError } from '../../core/contract/app-error.ts';
import type { OrderIntent } from '../../core/contract/trading.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';

/** Orders by which people of risk close what others hold: who it was stands in the sender's id, in 22 letters, and after it which order it is. */
const riskPrefix = 'risk-';
const riskPattern = /^risk-([A-Za-z0-9_-]{22})-[A-Za-z0-9_-]{8}$/;
const uuidPattern = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/** Who has sent an order for its owner. */
export interface OrderOrigin {
  readonly kind: 'risk';
  readonly userId: string;
}

/** One of the orders of a closing: the same again for the same person, closing, market and part, so that a repeat of it is known. */
export function riskOrderId(userId: string, closingId: string, instrumentId: InstrumentId, part: number): string {
  const which = createHash('sha256')
    .update(JSON.stringify([closingId, instrumentId, part]))
    .digest('base64url')
    .slice(0, 8);
  return `${riskSender(userId)}${which}`;
}

/** What the ids of all orders that somebody of risk sends begin with. */
export const riskSender = (userId: string): string => `${riskPrefix}${shortened(userId)}-`;

/** Null: its owner, or a strategy or a copy of his. */
export function originOf(clientOrderId: string): OrderOrigin | null {
  const short = riskPattern.exec(clientOrderId)?.[1];
  if (short === undefined) return null;
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return { kind: 'risk', userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

/** Nobody passes off an order of his as one of risk. */
export function nameProblem({ clientOrderId, takeProfit, stopLoss }: OrderIntent): AppError | null {
  const names = { clientOrderId, 'takeProfit.clientOrderId': takeProfit?.clientOrderId, 'stopLoss.clientOrderId': stopLoss?.clientOrderId };
  const taken = Object.entries(names).find(([, name]) => name?.startsWith(riskPrefix) === true);
  return taken === undefined ? null : new AppError('REQUEST_INVALID', { field: taken[0], rule: `not one that begins with ${riskPrefix}` });
}

/** Sixteen bytes as 22 letters; of an id that is no UUID those of its digest, which lead to nobody. */
function shortened(userId: string): string {
  const bytes = uuidPattern.test(userId)
    ? Buffer.from(userId.replaceAll('-', ''), 'hex')
    : createHash('sha256').update(userId).digest().subarray(0, 16);
  return bytes.toString('base64url');
}
