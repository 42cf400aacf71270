import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog, SealedOrderChange, SealPlace } from '../../core/contract/audit.ts';
import type { HousePeople } from '../../core/contract/people.ts';
import type { SealVerdict } from '../../core/domain/audit/seal-verdict.ts';
import { type CsvColumns, csvTable, csvTime } from '../../core/domain/csv.ts';
import type { OrderOrigin } from '../../core/domain/orders/order-origin.ts';
import type { auditRoutes, SealedOrderView } from '../../schemas/wire/audit.ts';
import type { QueryOf, ReplyOf } from '../../schemas/wire/route.ts';

const usualPage = 50;
/** Each page reads the whole seal for its verdict. */
const tablePage = 1_000;
type Asked = QueryOf<typeof auditRoutes.auditSealOrders>;
type Told = ReplyOf<typeof auditRoutes.auditSealOrders>;

interface SealedOrderParts {
  readonly audit: Pick<AuditLog, 'append' | 'appendLook' | 'sealedOrders'>;
  readonly people: Pick<HousePeople, 'get'>;
}

const noSeal = refused('REQUEST_INVALID', { field: 'entry', rule: 'must be an entry orders.sealed' });
const subjectOf = (entry: number): string => `audit/${entry}`;

/** The orders of others that a seal covers. Who looked stands in the log, once an hour for each seal; a seal that there is not is no look. */
export async function sealedOrders({ audit, people }: SealedOrderParts, asked: Asked, actor: string): Promise<Outcome<Told>> {
  const { entry, order, after, limit = usualPage } = asked;
  const found = await audit.sealedOrders(entry, { after: after === undefined ? undefined : placeOf(after), orderId: order, limit });
  if (found === null) return noSeal;
  await audit.appendLook({ actor, action: 'orders.viewed', subject: subjectOf(entry) });
  const results = [...(await linesOf(people, found.changes))];
  return accepted({ verdict: found.verdict, results, next: found.next === null ? null : textOf(found.next) });
}

/** All of them as a table, each with what was found of the seal when it was read; who took it stands in the log before a line of it goes out. */
export async function sealTable(
  { audit, people }: SealedOrderParts,
  entry: number,
  actor: string,
): Promise<Outcome<AsyncIterable<string>>> {
  if ((await audit.sealedOrders(entry, { limit: 1 })) === null) return noSeal;
  await audit.append({ actor, action: 'audit.exported', subject: subjectOf(entry), reason: null, before: null, after: { entry } });
  const pages = async function* (): AsyncGenerator<readonly TableLine[]> {
    let after: SealPlace | null | undefined;
    while (after !== null) {
      const found = await audit.sealedOrders(entry, { after, limit: tablePage });
      const { verdict } = found ?? { verdict: 'gone' };
      yield (await linesOf(people, found?.changes ?? [])).map((line) => ({ ...line, verdict }));
      after = found?.next ?? null;
    }
  };
  return accepted(csvTable(tableColumns, pages()));
}

type TableLine = SealedOrderView & { readonly verdict: SealVerdict };

/** Headers are words of the wire, in every language: programs read them too. */
const tableColumns: CsvColumns<TableLine> = {
  place: ({ place }) => place,
  time: ({ time }) => csvTime(time),
  order_id: (line) => line.order_id,
  client_order_id: (line) => line.client_order_id,
  api_id: (line) => (line.api_id === null ? null : String(line.api_id)),
  username: ({ username }) => username,
  origin: ({ origin }) => origin?.kind ?? null,
  sent_by: ({ origin }) => origin?.username ?? null,
  sent_with: ({ origin }) => origin?.source ?? null,
  market: ({ market }) => market,
  side: ({ side }) => side,
  type: ({ type }) => type,
  status: ({ status }) => status,
  cause: ({ cause }) => cause,
  price: ({ price }) => price,
  qty: ({ qty }) => qty,
  trigger_price: (line) => line.trigger_price,
  filled_qty: (line) => line.filled_qty,
  verdict: ({ verdict }) => verdict,
};

/** With names of people as they are called now, each of whom is asked for once. */
async function linesOf(people: Pick<HousePeople, 'get'>, changes: readonly SealedOrderChange[]): Promise<readonly SealedOrderView[]> {
  const ids = changes.flatMap(({ ownerId, origin }) => [ownerId, origin?.userId ?? null]).filter((id) => id !== null);
  const names = new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, (await people.get(id))?.username ?? null] as const)));
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  return changes.map((one) => ({
    ...{ place: textOf(one), time: one.timeMs, order_id: one.orderId, client_order_id: one.clientOrderId, api_id: one.apiId },
    ...{ username: nameOf(one.ownerId), origin: viewOf(one.origin, nameOf) },
    ...{ market: one.market, side: one.side, type: one.type, status: one.status, cause: one.cause },
    ...{ price: one.price, qty: one.qty, trigger_price: one.triggerPrice, filled_qty: one.filledQty },
  }));
}

const viewOf = (origin: OrderOrigin | null, nameOf: (id: string | null) => string | null): SealedOrderView['origin'] =>
  origin === null ? null : { kind: origin.kind, username: nameOf(origin.userId), source: origin.source };

const textOf = ({ sequence, ordinal }: SealPlace): string => `${sequence}-${ordinal}`;

/** The schema of the call lets nothing else through. */
function placeOf(text: string): SealPlace {
  const [sequence, ordinal] = text.split('-');
  return { sequence: Number(sequence), ordinal: Number(ordinal) };
}
