import { beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../../contract/app-error.ts';
import type { DocumentContent } from '../../contract/client-services.ts';
import { passingErrors } from '../may-pass-later.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { DocumentsStore, keptDocuments } from './documents-store.ts';
import { documentSaveDelayMs } from './shared-document.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const stored = (content: DocumentContent, revision = 3) => ({ key: 'btc', revision, updatedMs: 0, content });
let timers: FakeTimers;
let api: FakeApi;
let conflicts: number;
let failures: string[];
let documents: DocumentsStore;

beforeEach(() => {
  timers = new FakeTimers();
  conflicts = 0;
  failures = [];
  api = new FakeApi({ documentGet: () => stored({ saved: true }), documentSave: () => ({ revision: 4 }), documentDelete: () => null });
  documents = new DocumentsStore(api, timers, {
    onConflict: () => {
      conflicts += 1;
    },
    onFailure: (error) => failures.push(error.code),
  });
});

const saves = () => api.calls.filter((call) => call.name === 'documentSave').map((call) => call.body);

describe('an open document', () => {
  it('is loaded once for all its holders, who hear of each other', async () => {
    const one = documents.open('chart', 'btc');
    const two = documents.open('chart', 'btc');
    expect(await one.loaded).toEqual({ ok: true, value: { saved: true } });
    await two.loaded;
    expect(api.names()).toEqual(['documentGet']);
    const heard: string[] = [];
    one.onChange((change) => heard.push(`one ${change}`));
    two.onChange((change) => heard.push(`two ${change}`));
    one.change({ at: 1 });
    expect(two.content).toEqual({ at: 1 });
    expect(heard).toEqual(['two panel']);
  });

  it('is saved a moment after its last change, naming the revision it started from', async () => {
    const handle = documents.open('chart', 'btc');
    await handle.loaded;
    handle.change({ at: 1 });
    timers.advance(documentSaveDelayMs - 1);
    handle.change({ at: 2 });
    timers.advance(documentSaveDelayMs);
    await settle();
    handle.change({ at: 3 });
    await documents.flush();
    expect(saves()).toEqual([
      { kind: 'chart', key: 'btc', revision: 3, content: { at: 2 } },
      { kind: 'chart', key: 'btc', revision: 4, content: { at: 3 } },
    ]);
  });

  it('is never saved before it was loaded, or when it could not be', async () => {
    delete api.handlers.documentGet;
    const handle = documents.open('chart', 'btc');
    handle.change({ empty: true });
    expect((await handle.loaded).ok).toBe(false);
    handle.change({ empty: true });
    await documents.flush();
    expect(saves()).toEqual([]);
    api.handlers.documentGet = () => stored({ saved: true });
    expect(await documents.open('chart', 'btc').loaded).toEqual({ ok: true, value: { saved: true } });
  });

  it('saves what waits when its last holder closes, and is there at once for the next, who hears what changed meanwhile', async () => {
    const handle = documents.open('chart', 'btc');
    await handle.loaded;
    handle.change({ at: 1 });
    handle.close();
    await settle();
    expect(saves()).toHaveLength(1);
    api.handlers.documentGet = () => stored({ at: 2 }, 5);
    const next = documents.open('chart', 'btc');
    const heard: string[] = [];
    next.onChange((change) => heard.push(change));
    expect(next.content).toEqual({ at: 1 });
    await settle();
    expect([next.content, heard]).toEqual([{ at: 2 }, ['window']]);
    next.change({ at: 3 });
    await documents.flush();
    expect(saves().at(-1)).toMatchObject({ revision: 5, content: { at: 3 } });
  });

  it('is not taken back by an older answer after a change of its next holder', async () => {
    const handle = documents.open('chart', 'btc');
    await handle.loaded;
    handle.close();
    await settle();
    api.handlers.documentGet = () => stored({ at: 2 }, 5);
    const next = documents.open('chart', 'btc');
    next.change({ at: 3 });
    await settle();
    expect(next.content).toEqual({ at: 3 });
  });

  it('that nobody holds is kept for a while only, and not for the next user', async () => {
    const visit = async (key: string): Promise<boolean> => {
      const handle = documents.open('chart', key);
      const isKept = handle.content !== null;
      await handle.loaded;
      handle.close();
      await settle();
      return isKept;
    };
    await visit('first');
    for (let at = 1; at < keptDocuments; at++) await visit(`other ${at}`);
    expect(await visit('first')).toBe(true);
    await visit('one more');
    expect([await visit('first'), await visit('other 1')]).toEqual([true, false]);
    documents.forget();
    expect(await visit('first')).toBe(false);
  });

  it.each(passingErrors)('tries again when the server cannot take it for the moment (%s), and tells other failures', async (code) => {
    const handle = documents.open('chart', 'btc');
    await handle.loaded;
    api.handlers.documentSave = () => refused(code);
    handle.change({ at: 1 });
    await documents.flush();
    api.handlers.documentSave = () => refused('REQUEST_INVALID', { field: 'content', rule: 'too big' });
    timers.advance(5_000);
    await settle();
    expect(saves()).toHaveLength(2);
    expect(failures).toEqual(['REQUEST_INVALID']);
  });
});

describe('a save that another window was faster with', () => {
  it('gives way and says so', async () => {
    const handle = documents.open('chart', 'btc');
    await handle.loaded;
    const heard: string[] = [];
    handle.onChange((change) => heard.push(change));
    api.handlers.documentSave = () => refused('DOCUMENT_CONFLICT', { revision: 9 });
    api.handlers.documentGet = () => stored({ theirs: true }, 9);
    handle.change({ mine: true });
    await documents.flush();
    expect(handle.content).toEqual({ theirs: true });
    expect([conflicts, heard]).toEqual([1, ['window']]);
  });

  it('is merged when the holder knows how, and saved over the newer revision', async () => {
    const handle = documents.open('chart', 'btc', { merge: (mine, theirs) => ({ ...theirs, ...mine }) });
    await handle.loaded;
    let first = true;
    api.handlers.documentSave = () => {
      if (!first) return { revision: 10 };
      first = false;
      return refused('DOCUMENT_CONFLICT', { revision: 9 });
    };
    api.handlers.documentGet = () => stored({ theirs: true }, 9);
    handle.change({ mine: true });
    await documents.flush();
    await documents.flush();
    expect(saves().at(-1)).toMatchObject({ revision: 9, content: { theirs: true, mine: true } });
    expect(conflicts).toBe(0);
  });
});

describe('removing a document', () => {
  it('deletes the stored revision, and its holders see that it is gone', async () => {
    const handle = documents.open('chart', 'btc');
    await handle.loaded;
    let tries = 0;
    api.handlers.documentDelete = () => (tries++ === 0 ? refused('DOCUMENT_CONFLICT', { revision: 8 }) : null);
    expect((await documents.remove('chart', 'btc')).ok).toBe(true);
    expect(handle.content).toBeNull();
    expect(api.calls.at(-1)?.body).toMatchObject({ revision: 8 });
    handle.change({ again: 1 });
    await documents.flush();
    expect(saves().at(-1)).toMatchObject({ revision: 0 });
  });

  it('asks for the revision of one that nobody holds', async () => {
    await documents.remove('chart', 'btc');
    expect(api.calls.at(-1)?.body).toEqual({ kind: 'chart', key: 'btc', revision: 3 });
  });
});

it('lists documents without their contents', async () => {
  api.handlers.documentList = () => [{ key: 'btc', revision: 2, updatedMs: 7 }];
  expect(await documents.list('chart')).toEqual({ ok: true, value: [{ key: 'btc', revision: 2, updatedMs: 7 }] });
});
