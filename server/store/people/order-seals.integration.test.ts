import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { orderRecord, projectionBatch } from '../../../tests/kit/store-records.ts';
import type { OrderEventRecord } from '../records.ts';

const changeOf = (sequence: number, orderId: string): OrderEventRecord => ({
  ...{ venue: 'tessera', sequence, ordinal: 0, orderId, status: 'UNFILLED', cause: 'PLACED', price: '64000.50', qty: '0.25' },
  ...{ triggerPrice: null, filledQty: '0', preventedQty: '0', timeMs: sequence },
});

await describeStore('the orders in the audit log', (store) => {
  const placed = (sequence: number) => {
    const orderId = String(sequence);
    const orders = [orderRecord(orderId, { clientOrderId: `i1-${orderId}` })];
    return store().projections.apply(projectionBatch(sequence, { orders, events: [changeOf(sequence, orderId)] }));
  };
  const tampered = (...statements: readonly string[]) =>
    store()
      .transaction(async (repositories) => {
        for (const statement of statements) await repositories.sql.run(statement);
        const found = await repositories.audit.verify();
        throw Object.assign(new Error('undone'), { found });
      })
      .catch((error: Error & { readonly found?: unknown }) => error.found ?? error);

  it('are sealed once each, those since the last seal, and where none have come nothing is written', async () => {
    expect(await store().audit.sealOrders('tessera', 1)).toBe(false);
    for (const sequence of [1, 2, 3]) await placed(sequence);
    expect(await store().audit.sealOrders('tessera', 2)).toBe(true);
    expect(await store().audit.sealOrders('tessera', 3)).toBe(false);
    await placed(9);
    expect(await store().audit.sealOrders('tessera', 4)).toBe(true);
    const { items } = await store().audit.page({ action: 'orders.sealed', limit: 10 });
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(items.map(({ actor, subject, after }) => [actor, subject, after])).toEqual([
      ['system', 'venue/tessera', { journal_after: 3, journal_to: 9, order_changes: 1, sha256 }],
      ['system', 'venue/tessera', { journal_after: 0, journal_to: 3, order_changes: 3, sha256 }],
    ]);
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken', entries: 2 });
  });

  it('are found where somebody changed one, took it out, put one in, or gave it to another sender or account', async () => {
    const altered = (entryId: number) => ({ outcome: 'broken', entryId, problem: 'orders-altered' });
    expect(await tampered("update order_event set price = 1 where order_id = '2'")).toEqual(altered(1));
    expect(await tampered("delete from order_event where order_id = '9'")).toEqual(altered(2));
    expect(await tampered("update order_record set client_order_id = 'by hand' where order_id = '3'")).toEqual(altered(1));
    expect(await tampered("update order_record set api_id = 99 where order_id = '9'")).toEqual(altered(2));
    const another = `insert into order_event select venue, 5, ordinal, order_id, status, cause, time_ms, price, qty, trigger_price, filled_qty, prevented_qty
      from order_event where order_id = '9'`;
    expect(await tampered(another)).toEqual(altered(2));
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken' });
  });

  it('are handed out page by page as they were sealed, and what was changed since differs', async () => {
    const first = await store().audit.sealedOrders(1, { limit: 2 });
    expect(first).toMatchObject({
      verdict: 'matches',
      items: [{ orderId: '1', price: '64000.5' }, { orderId: '2' }],
      next: { sequence: 2, ordinal: 0 },
    });
    const rest = await store().audit.sealedOrders(1, { limit: 2, after: first?.next ?? undefined });
    expect(rest).toMatchObject({ verdict: 'matches', items: [{ orderId: '3', clientOrderId: 'i1-3' }], next: null });
    expect(await store().audit.sealedOrders(99, { limit: 2 })).toBeNull();
    const changed = store().transaction(async ({ sql, audit }) => {
      await sql.run("update order_event set price = 1 where order_id = '3'");
      throw Object.assign(new Error('undone'), { found: await audit.sealedOrders(1, { limit: 1 }) });
    });
    await expect(changed).rejects.toMatchObject({ found: { verdict: 'differs', items: [{ orderId: '1' }] } });
  });

  it('are found by an order that they cover, of which they hand out the changes alone', async () => {
    const covering = async (sealedOrderId: string) =>
      (await store().audit.page({ sealedOrderId, limit: 10 })).items.map(({ id, action }) => [id, action]);
    expect([await covering('2'), await covering('9'), await covering('77')]).toEqual([[[1, 'orders.sealed']], [[2, 'orders.sealed']], []]);
    await store().projections.apply(projectionBatch(11, { orders: [], events: [{ ...changeOf(11, '2'), status: 'CANCELED' }] }));
    expect(await covering('2'), 'what is not sealed yet').toEqual([[1, 'orders.sealed']]);
    await store().audit.sealOrders('tessera', 5);
    expect(await covering('2')).toEqual([
      [3, 'orders.sealed'],
      [1, 'orders.sealed'],
    ]);
    expect(await store().audit.page({ sealedOrderId: '2', actor: 'ann', limit: 10 })).toMatchObject({ items: [] });
    const own = await store().audit.sealedOrders(1, { limit: 9, orderId: '2' });
    expect(own).toMatchObject({ verdict: 'matches', items: [{ orderId: '2' }], next: null });
    expect(own?.items).toHaveLength(1);
  });

  it('are as they were when they are written anew from the journal, and nobody is accused before they are', async () => {
    await store().projections.reset('tessera');
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken' });
    expect(await store().audit.sealedOrders(1, { limit: 9 })).toMatchObject({ verdict: 'gone', items: [], next: null });
    for (const sequence of [1, 2, 3, 9]) await placed(sequence);
    await store().projections.apply(projectionBatch(11, { orders: [], events: [{ ...changeOf(11, '2'), status: 'CANCELED' }] }));
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken' });
    expect(await store().audit.sealOrders('tessera', 6)).toBe(false);
  });

  it('are sealed from where an accepted loss has cut the journal, and what was given up is not called altered', async () => {
    await store().projections.reset('tessera');
    for (const sequence of [1, 2]) await placed(sequence);
    const loss = { timeMs: 6, actor: 'system', action: 'venue.loss-accepted', subject: 'venue/tessera', before: null };
    await store().audit.append({ ...loss, after: { end: 2, file: null } });
    for (const sequence of [3, 10]) await placed(sequence);
    await store().audit.sealOrders('tessera', 7);
    const [last] = (await store().audit.page({ action: 'orders.sealed', limit: 1 })).items;
    expect(last?.after).toMatchObject({ journal_after: 2, journal_to: 10, order_changes: 2 });
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken' });
    expect(await tampered("update order_event set qty = 1 where order_id = '10'")).toMatchObject({ problem: 'orders-altered' });
    const { items } = await store().audit.page({ sealedOrderId: '3', limit: 10 });
    expect(
      items.map(({ id }) => id),
      'a seal whose numbers were given again covers nothing',
    ).toEqual([last?.id]);
  });
});
