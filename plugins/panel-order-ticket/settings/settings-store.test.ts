import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { DocumentChange, DocumentContent, Documents } from '../../../core/contract/client-services.ts';
import { SettingsStore } from './settings-store.ts';
import { readUserSettings } from './ticket-settings.ts';

const anyLimit = { confirm: { ...readUserSettings({}).confirm, limit: false } };

/** One document, as a server would hold it. */
function documentsWith(content: DocumentContent | null, answer?: Outcome<DocumentContent | null>) {
  const saved: DocumentContent[] = [];
  let tell: (change: DocumentChange) => void = () => undefined;
  const handle = {
    loaded: Promise.resolve(answer ?? accepted(content)),
    content,
    change: (next: DocumentContent) => {
      saved.push(next);
      handle.content = next;
    },
    onChange: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
    close: () => undefined,
  };
  const documents = { open: () => handle } as unknown as Documents;
  const comeFromElsewhere = (next: DocumentContent): void => {
    handle.content = next;
    tell('window');
  };
  return { documents, saved, comeFromElsewhere };
}

describe('the settings of all tickets', () => {
  it('come from the user’s document, and what is changed goes there', async () => {
    const { documents, saved } = documentsWith({ ...anyLimit, largeAbove: '5000' });
    const store = new SettingsStore(documents);
    expect(store.settings.confirm.limit).toBe(true);
    store.open({});
    await Promise.resolve();
    expect([store.settings.confirm.limit, store.settings.largeAbove, saved]).toEqual([false, '5000', []]);
    store.change({ syncAccounts: { 4: { on: true, ratio: 50, max: '' } } });
    expect(saved).toEqual([store.settings]);
    expect(saved[0]).toMatchObject({ largeAbove: '5000', syncAccounts: { 4: { ratio: 50 } } });
  });

  it('are taken over once from the panel that held them before', async () => {
    const { documents, saved } = documentsWith(null);
    const store = new SettingsStore(documents);
    store.open({ ...anyLimit, advanced: true });
    await Promise.resolve();
    expect(saved).toEqual([readUserSettings(anyLimit)]);
    const untouched = documentsWith(null);
    new SettingsStore(untouched.documents).open({ advanced: true });
    await Promise.resolve();
    expect(untouched.saved).toEqual([]);
  });

  it('keep what was changed before they were here', async () => {
    const { documents, saved } = documentsWith({ largeAbove: '5000' });
    const store = new SettingsStore(documents);
    store.open({});
    store.change(anyLimit);
    await Promise.resolve();
    expect(saved).toMatchObject([{ ...anyLimit, largeAbove: '5000' }]);
  });

  it('follow another window, and stay the defaults, unsaved, when they cannot be loaded', async () => {
    const { documents, comeFromElsewhere } = documentsWith({});
    const store = new SettingsStore(documents);
    store.open({});
    comeFromElsewhere({ largeAbove: '7' });
    expect(store.settings.largeAbove).toBe('7');
    const away = documentsWith(null, refused('CLIENT_OFFLINE'));
    const other = new SettingsStore(away.documents);
    other.open(anyLimit);
    await Promise.resolve();
    other.change({ largeAbove: '9' });
    expect([other.settings.confirm.limit, other.settings.largeAbove, away.saved]).toEqual([true, '9', []]);
  });
});
