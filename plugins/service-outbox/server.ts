import { accepted, refused } from '../../core/contract/app-error.ts';
import { AUDIT } from '../../core/contract/audit.ts';
import { type Delivery, OUTBOX, type Outbox } from '../../core/contract/deliveries.ts';
import { MONITORING } from '../../core/contract/operations.ts';
import { type HousePeople, PEOPLE } from '../../core/contract/people.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, userOf } from '../../core/contract/server-contributions.ts';
import { CLOCK } from '../../core/contract/server-services.ts';
import { type DeliveryView, outboxRoutes } from '../../schemas/wire/outbox.ts';
import { watchLetters } from './letter-watch.ts';

const usualPage = 100;

export const plugin = definePlugin({
  requires: { routes: ROUTES, outbox: OUTBOX, people: PEOPLE, audit: AUDIT, monitoring: MONITORING, clock: CLOCK },
  setup: ({ services: { routes, outbox, people, audit, monitoring, clock } }) => {
    watchLetters({ outbox, monitoring, clock });
    routes.add(outboxRoutes, {
      outboxList: async ({ query: { limit = usualPage, after, search = '', ...same } }) => {
        const filter = { ...same, search: search.trim() === '' ? undefined : search.trim() };
        const { deliveries, next } = await outbox.find(filter, { before: after === undefined ? undefined : Number(after), limit });
        const names = await namesOf(deliveries, people);
        const results = deliveries.map((delivery) => view(delivery, names, outbox));
        return accepted({ results, next: next === null ? null : String(next), channels: outbox.channels });
      },
      outboxBody: async (request) => {
        const { delivery_id: deliveryId } = request.query;
        const delivery = await outbox.get(deliveryId);
        if (delivery === null) return refused('DELIVERY_UNKNOWN');
        if (isItsOwners(delivery, outbox)) return accepted({ body: null });
        // Before a word of it goes out.
        await audit.appendLook({ actor: userOf(request), action: 'delivery.viewed', subject: `delivery/${deliveryId}` });
        return accepted({ body: await outbox.body(deliveryId) });
      },
      outboxRetry: async (request) => {
        const { role } = request.principal;
        if (role === null) return refused('SESSION_INVALID');
        const retried = await outbox.retry(request.body.delivery_id, { by: { userId: userOf(request), role }, reason: null });
        return retried.ok ? accepted(view(retried.value, await namesOf([retried.value], people), outbox)) : retried;
      },
    });
    return undefined;
  },
});

async function namesOf(deliveries: readonly Delivery[], people: Pick<HousePeople, 'get'>): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(deliveries.flatMap(({ userId }) => userId ?? []))];
  return new Map(await Promise.all(ids.map(async (id) => [id, (await people.get(id))?.username ?? id] as const)));
}

/** A code or an invitation that a server or gateway takes to its person is nobody else's: with it an administrator would be somebody else. */
const isItsOwners = ({ kind, channel }: Delivery, { channels }: Pick<Outbox, 'channels'>): boolean =>
  (kind === 'code' || kind === 'invitation') && channel !== 'push' && channels[channel];

const view = (delivery: Delivery, names: ReadonlyMap<string, string>, outbox: Pick<Outbox, 'channels'>): DeliveryView => ({
  ...{ delivery_id: delivery.deliveryId, address: delivery.address, channel: delivery.channel, kind: delivery.kind },
  username: delivery.userId === null ? null : (names.get(delivery.userId) ?? null),
  ...{ subject: delivery.subject, state: delivery.state, tries: delivery.tries, error: delivery.error },
  ...{ error_detail: delivery.errorDetail, has_body: delivery.hasBody && !isItsOwners(delivery, outbox), created_time: delivery.createdMs },
  ...{ expiry_time: delivery.expiresMs, ended_time: delivery.endedMs },
});
