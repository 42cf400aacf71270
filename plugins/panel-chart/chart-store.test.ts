import { describe, expect, it } from 'vitest';
import { DocumentsStore } from '../../core/client/layouts/documents-store.ts';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { type ChartDocument, documentKeyOf, emptyDocument, mergeDocuments, readDocument, writeDocument } from './chart-document.ts';
import { ChartStore } from './chart-store.ts';

const point = { timeMs: 60_000, price: 100 };
const segment = { tool: 'segment', points: [point, { timeMs: 120_000, price: 110 }] };

async function makeStore(saved: unknown = null) {
  const api = new FakeApi({
    documentGet: () => (saved === null ? null : { key: 'x', revision: 1, updatedMs: 0, content: saved }),
    documentSave: ({ body }) => ({ revision: (body as { revision: number }).revision + 1 }),
  });
  const documents = new DocumentsStore(api, new FakeTimers(), { onConflict: () => undefined, onFailure: () => undefined });
  let ids = 0;
  let unsaved = 0;
  const open = (instrumentId = 'tessera/BTCUSDT/spot') =>
    new ChartStore(
      documents,
      instrumentId,
      () => {
        ids += 1;
        return `id${ids}`;
      },
      () => {
        unsaved += 1;
      },
    );
  const store = open();
  await documents.flush();
  await new Promise((done) => setTimeout(done, 0));
  const savedContent = async () => {
    await documents.flush();
    return (api.calls.filter(({ name }) => name === 'documentSave').at(-1)?.body as { content?: unknown } | undefined)?.content;
  };
  return { store, api, open, savedContent, unsaved: () => unsaved };
}

describe('drawings', () => {
  it('are added, moved, undone and done again, and saved each time', async () => {
    const { store, savedContent } = await makeStore();
    const id = store.addDrawing(segment);
    store.changeDrawing(id, { points: [point] });
    expect(store.selected?.points).toEqual([point]);
    store.undo();
    expect(store.selected?.points).toEqual(segment.points);
    store.undo();
    expect([store.document.drawings, store.selectedId, store.undoCount]).toEqual([[], null, 0]);
    store.redo();
    store.redo();
    expect(store.redoCount).toBe(0);
    expect(await savedContent()).toMatchObject({ version: 1, drawings: [{ id, tool: 'segment', points: [point] }] });
  });

  it('come back when all were removed by mistake', async () => {
    const { store } = await makeStore();
    store.addDrawing(segment);
    store.addDrawing(segment);
    store.removeAllDrawings();
    store.undo();
    expect(store.document.drawings).toHaveLength(2);
  });

  it('take the style of the last one', async () => {
    const { store } = await makeStore();
    store.changeDrawing(store.addDrawing(segment), { colour: 'violet', dashed: true });
    store.addDrawing(segment);
    expect(store.selected).toMatchObject({ colour: 'violet', dashed: true, locked: false });
  });

  it('appear on every chart of the instrument', async () => {
    const { store, open } = await makeStore();
    const other = open();
    await new Promise((done) => setTimeout(done, 0));
    store.addDrawing(segment);
    expect(other.document.drawings).toHaveLength(1);
  });
});

it('a chart that was never touched has averages and volume', async () => {
  const { store } = await makeStore();
  expect(store.document.indicators.map(({ indicator, params }) => [indicator, ...params])).toEqual([
    ['MA', 7, 25, 99],
    ['VOL', 5, 20],
  ]);
});

describe('indicators and view', () => {
  it('are kept with the instrument', async () => {
    const { store, savedContent } = await makeStore();
    const id = store.addIndicator('RSI', [14]);
    store.changeIndicator(id, { params: [21], colours: ['teal'] });
    store.removeIndicator('volume');
    store.removeIndicator('averages');
    store.setBarSpace(12);
    store.showOverlay('overlay-nine-turn/nine-turn', true);
    expect(await savedContent()).toMatchObject({
      indicators: [{ id, indicator: 'RSI', params: [21], colours: ['teal'], hidden: false }],
      barSpace: 12,
      overlays: { 'overlay-nine-turn/nine-turn': true },
    });
  });

  it('turn to percent when the first instrument is compared, and stay as chosen then', async () => {
    const { store } = await makeStore();
    store.setCompared(['tessera/ETHUSDT/spot']);
    expect(store.document.scale).toBe('percentage');
    store.setScale('normal');
    store.setCompared(['tessera/ETHUSDT/spot', 'tessera/SOLUSDT/spot']);
    expect(store.document.scale).toBe('normal');
  });
});

it('never overwrites what a newer version of the product has saved', async () => {
  const { store, savedContent } = await makeStore({ version: 99, drawings: ['of the future'] });
  store.addDrawing(segment);
  expect(store.document.drawings).toHaveLength(1);
  expect(await savedContent()).toBeUndefined();
});

it('says so when the saved document cannot be had, and saves nothing over it', async () => {
  const { store, api, open, savedContent, unsaved } = await makeStore();
  expect(unsaved()).toBe(0);
  store.close();
  await savedContent();
  delete api.handlers.documentGet;
  const offline = open('tessera/ETHUSDT/spot');
  await new Promise((done) => setTimeout(done, 0));
  offline.addDrawing(segment);
  expect([unsaved(), offline.document.drawings.length]).toEqual([1, 1]);
  expect(await savedContent()).toBeUndefined();
});

it('is scrolled at each interval for itself, and nowhere once the newest bar is shown again', async () => {
  const { store, savedContent } = await makeStore();
  store.setEnd('15m', 900_000);
  store.setEnd('1h', 3_600_000);
  expect(await savedContent()).toMatchObject({ ends: { '15m': 900_000, '1h': 3_600_000 } });
  store.setEnd('15m', null);
  expect(await savedContent()).toMatchObject({ ends: { '1h': 3_600_000 } });
  expect(store.document.ends).toEqual({ '1h': 3_600_000 });
});

describe('the document', () => {
  const full: ChartDocument = {
    drawings: [{ id: 'a', ...segment, colour: 'teal', width: 2, dashed: true, text: 'hello', locked: true }],
    indicators: [{ id: 'b', indicator: 'BOLL', params: [30, 2.5], colours: ['warn'], hidden: true }],
    scale: 'logarithm',
    barSpace: 4,
    ends: { '15m': 900_000 },
    compared: ['tessera/ETHUSDT/spot'],
    overlays: { 'x/y': false },
  };

  it('comes back as it was saved', () => {
    expect(readDocument(JSON.parse(JSON.stringify(writeDocument(full))))).toEqual(full);
  });

  it.each([
    ['a foreign version', { version: 99 }, null],
    ['nothing at all', { version: 1 }, { ...emptyDocument, indicators: [] }],
    [
      'corrupt parts',
      {
        version: 1,
        drawings: [
          null,
          { id: 'a' },
          { id: 'b', tool: 'segment', points: [{ timeMs: 'x', price: 1 }] },
          { ...full.drawings[0], colour: '<b>', points: [point, 7] },
        ],
        indicators: [
          { id: 'q', indicator: 'NOPE' },
          { id: 'r', indicator: 'RSI', params: [-4] },
        ],
        scale: 7,
        barSpace: 1e9,
        ends: { '15m': 'x', '7m': 1, '1h': 3_600_000 },
        compared: 'x',
        overlays: { a: 'yes', b: true },
      },
      {
        drawings: [{ ...full.drawings[0], colour: 'accent', points: [point] }],
        indicators: [{ id: 'r', indicator: 'RSI', params: [14], colours: [], hidden: false }],
        scale: 'normal',
        barSpace: 8,
        ends: { '1h': 3_600_000 },
        compared: [],
        overlays: { b: true },
      },
    ],
  ])('reads %s', (_, content, expected) => {
    expect(readDocument(content)).toEqual(expected);
  });

  it('keeps what was drawn in both windows', () => {
    const [mine] = full.drawings;
    const merged = mergeDocuments(full, {
      ...full,
      drawings: [{ ...mine, id: 'theirs' } as (typeof full.drawings)[number]],
      scale: 'normal',
    });
    expect(merged.drawings.map(({ id }) => id)).toEqual(['a', 'theirs']);
    expect(merged.scale).toBe('logarithm');
  });

  it('has a key without slashes', () => {
    expect(documentKeyOf('tessera/BTCUSDT/spot')).toBe('tessera:BTCUSDT:spot');
  });
});
