import { describe, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { TicketTemplate } from '../../../core/contract/client-services.ts';
import { freshDraft, type TicketDraft } from '../ticket-draft.ts';
import { draftFrom, templateOf } from './templates.ts';
import { ticketTemplates } from './templates-store.ts';

const draft: TicketDraft = { ...freshDraft, side: 'SELL', mode: 'OCO', profitPrice: '110', stopTrigger: '90', qty: '2', price: '7' };

describe('a template', () => {
  it('keeps the choices and the size of a ticket, and its prices when they are wanted', () => {
    expect(templateOf(draft, { percent: null, withPrices: true })).toMatchObject({
      side: 'SELL',
      mode: 'OCO',
      qty: '2',
      profitPrice: '110',
      stopTrigger: '90',
    });
    const bare = templateOf(draft, { percent: 25, withPrices: false });
    expect([bare.percent, bare.qty, bare.profitPrice]).toEqual([25, undefined, undefined]);
    expect(templateOf(draft, { percent: null, withPrices: true }).price).toBeUndefined();
  });

  it('gives the same ticket back', () => {
    const { price: _unused, ...fields } = draft;
    expect(draftFrom(templateOf(draft, { percent: null, withPrices: true }), freshDraft)).toMatchObject(fields);
    const byAmount: TicketDraft = { ...freshDraft, type: 'MARKET', byQuote: true, quoteAmount: '500' };
    expect(draftFrom(templateOf(byAmount, { percent: null, withPrices: false }), draft)).toMatchObject({
      type: 'MARKET',
      quoteAmount: '500',
      qty: '',
    });
  });

  it('leaves prices that it does not name as they stand', () => {
    expect(draftFrom(templateOf(draft, { percent: 50, withPrices: false }), { ...freshDraft, profitPrice: '120' }).profitPrice).toBe('120');
  });
});

const content = templateOf(draft, { percent: 25, withPrices: false });
const view = (templateId: string, name: string, revision = 1): TicketTemplate => ({
  templateId,
  name,
  content,
  revision,
  updatedMs: 0,
});

describe('the list of templates', () => {
  it('saves a new name as a new template, and a known one over the template that has it', async () => {
    const api = new FakeApi({
      tradeTemplateList: () => [view('t1', 'Half')],
      tradeTemplateSave: ({ body }) => ({ ...view('t2', ''), ...(body as object), revision: 2 }),
    });
    const store = ticketTemplates(api);
    await store.load();
    await store.save(' Half ', content);
    await store.save('All', content);
    expect(api.calls.slice(1).map(({ body }) => body)).toMatchObject([
      { templateId: 't1', revision: 1, name: 'Half' },
      { revision: 0, name: 'All' },
    ]);
    expect(store.templates.map(({ name }) => name)).toEqual(['All', 'Half']);
  });

  it('deletes one, and brings it back under its id', async () => {
    const api = new FakeApi({
      tradeTemplateList: () => [view('t1', 'Half', 4)],
      tradeTemplateDelete: () => null,
      tradeTemplateSave: ({ body }) => ({ ...view('', ''), ...(body as object), revision: 1 }),
    });
    const store = ticketTemplates(api);
    await store.load();
    const [half] = store.templates;
    if (half !== undefined) await store.remove(half);
    expect([store.templates.length, store.deleted?.name]).toEqual([0, 'Half']);
    await store.undo();
    expect([store.named('Half')?.templateId, store.deleted]).toEqual(['t1', null]);
  });

  it('shows the newest list and the refusal when another window was faster', async () => {
    let listed = [view('t1', 'Half')];
    const api = new FakeApi({
      tradeTemplateList: () => listed,
      tradeTemplateDelete: () => refused('DOCUMENT_CONFLICT', { revision: 2 }),
    });
    const store = ticketTemplates(api);
    await store.load();
    listed = [view('t1', 'Half and more', 2)];
    const [half] = store.templates;
    if (half !== undefined) await store.remove(half);
    expect([store.templates[0]?.name, store.error?.code]).toEqual(['Half and more', 'DOCUMENT_CONFLICT']);
  });
});
