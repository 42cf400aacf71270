import { createHash } from 'node:crypto';
import type { Principal } from '../../core/contract/access.ts';
import { AppError } from '../../core/contract/app-error.ts';
import type { OrderIntent } from '../../core/contract/trading.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import {
  copiedOrder,
  type NamingSender,
  namingSender,
  type OrderOrigin,
  riskNaming,
  sendingInstance,
} from '../../core/domain/orders/order-origin.ts';
import { type StoredSender, sentForMs } from '../store/orders/order-senders.ts';

/** Orders by which people of risk close what others hold: who it was stands in the sender's id, in 22 letters, and after it which order it is. */
const riskPattern = /^risk-([A-Za-z0-9_-]{22})-[A-Za-z0-9_-]{8}$/;
const uuidPattern = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/** One of the orders of a closing: the same again for the same person, closing, market and part, so that a repeat of it is known. */
export function riskOrderId(userId: string, closingId: string, instrumentId: InstrumentId, part: number): string {
  const which = createHash('sha256')
    .update(JSON.stringify([closingId, instrumentId, part]))
    .digest('base64url')
    .slice(0, 8);
  return `${riskSender(userId)}${which}`;
}

/** What the ids of all orders that somebody of risk sends begin with. */
export const riskSender = (userId: string): string => `${riskNaming}${shortened(userId)}-`;

/** From when on whoever sent an order has been noted, if the database took it. */
const notedMs = 2 * sentForMs;

/** By what a stored order was sent, as its name or that of its entry says it, and by whom, as it was noted. Null: nobody knows, or not yet. */
export function originOf({ name, noted, createdMs }: StoredSender, nowMs: number): OrderOrigin | null {
  // Whoever is authorised may have sent it by a strategy of his.
  const userId = noted?.kind === 'authorised' ? noted.userId : null;
  const sender = name === null ? null : namingSender(name);
  if (name !== null && sender === 'risk') return { kind: sender, userId: riskUser(name), source: null };
  if (name !== null && sender === 'strategy') return { kind: sender, userId, source: sendingInstance(name) };
  const copied = name === null ? null : copiedOrder(name);
  if (copied !== null) return { kind: 'copy', userId, source: `${copied.mainApiId}/${copied.orderId}` };
  if (noted !== null) return { kind: noted.kind, userId, source: noted.apiKey };
  return name === null || nowMs - createdMs < notedMs ? null : { kind: 'owner', userId: null, source: null };
}

/** What may name orders in a way that is its own when he sends them; null: he by himself. */
export const senderOf = ({ strategy, copies }: Principal): NamingSender | null =>
  strategy !== undefined ? 'strategy' : copies === true ? 'copy' : null;

/** Nobody passes off an order of his as one of a strategy, of copying or of risk. */
export function nameProblem({ clientOrderId, takeProfit, stopLoss }: OrderIntent, sender: NamingSender | null): AppError | null {
  const names = { clientOrderId, 'takeProfit.clientOrderId': takeProfit?.clientOrderId, 'stopLoss.clientOrderId': stopLoss?.clientOrderId };
  for (const [field, name] of Object.entries(names)) {
    const named = name === undefined ? null : namingSender(name);
    if (named !== null && named !== sender) return new AppError('REQUEST_INVALID', { field, rule: namingRules[named] });
  }
  return null;
}

const namingRules: Readonly<Record<NamingSender, string>> = {
  risk: 'not one that begins with risk-, as orders of risk do',
  strategy: 'not one that begins as the orders of strategies do',
  copy: 'not c, digits, - and digits, as copied orders have',
};

function riskUser(clientOrderId: string): string | null {
  const short = riskPattern.exec(clientOrderId)?.[1];
  if (short === undefined) return null;
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Sixteen bytes as 22 letters; of an id that is no UUID those of its digest, which lead to nobody. */
function shortened(userId: string): string {
  const bytes = uuidPattern.test(userId)
    ? Buffer.from(userId.replaceAll('-', ''), 'hex')
    : createHash('sha256').update(userId).digest().subarray(0, 16);
  return bytes.toString('base64url');
}
