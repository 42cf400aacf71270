import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog, SealPlace } from '../../core/contract/audit.ts';
import type { HousePeople } from '../../core/contract/people.ts';
import type { auditRoutes, SealedOrderView } from '../../schemas/wire/audit.ts';
import type { QueryOf, ReplyOf } from '../../schemas/wire/route.ts';

const usualPage = 50;
type Asked = QueryOf<typeof auditRoutes.auditSealOrders>;
type Told = ReplyOf<typeof auditRoutes.auditSealOrders>;

interface SealedOrderParts {
  readonly audit: Pick<AuditLog, 'appendLook' | 'sealedOrders'>;
  readonly people: Pick<HousePeople, 'get'>;
}

/** The orders of others that a seal covers. Who looked stands in the log, once an hour for each seal; a seal that there is not is no look. */
export async function sealedOrders({ audit, people }: SealedOrderParts, asked: Asked, actor: string): Promise<Outcome<Told>> {
  const { entry, after, limit = usualPage } = asked;
  const found = await audit.sealedOrders(entry, { after: after === undefined ? undefined : placeOf(after), limit });
  if (found === null) return refused('REQUEST_INVALID', { field: 'entry', rule: 'must be an entry orders.sealed' });
  await audit.appendLook({ actor, action: 'orders.viewed', subject: `audit/${entry}` });
  const ids = found.changes.flatMap(({ ownerId, riskUserId }) => [ownerId, riskUserId]).filter((id) => id !== null);
  const names = new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, (await people.get(id))?.username ?? null] as const)));
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  const results = found.changes.map(
    (one): SealedOrderView => ({
      ...{ place: textOf(one), time: one.timeMs, order_id: one.orderId, client_order_id: one.clientOrderId, api_id: one.apiId },
      ...{ username: nameOf(one.ownerId), origin: one.riskUserId === null ? null : { kind: 'risk', username: nameOf(one.riskUserId) } },
      ...{ market: one.market, side: one.side, type: one.type, status: one.status, cause: one.cause },
      ...{ price: one.price, qty: one.qty, trigger_price: one.triggerPrice, filled_qty: one.filledQty },
    }),
  );
  return accepted({ verdict: found.verdict, results, next: found.next === null ? null : textOf(found.next) });
}

const textOf = ({ sequence, ordinal }: SealPlace): string => `${sequence}-${ordinal}`;

/** The schema of the call lets nothing else through. */
function placeOf(text: string): SealPlace {
  const [sequence, ordinal] = text.split('-');
  return { sequence: Number(sequence), ordinal: Number(ordinal) };
}
