import { expect, it } from 'vitest';
import { ringInMemory } from '../../tests/kit/keys.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { HouseMailDoor } from '../mail/house-mail.ts';
import type { Json } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { Platform } from './platform.ts';

const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const bus = { listen: () => () => undefined, publish: () => undefined };
const clock = new ManualClock(1_000_000_000_000);

/** Settings that change from one look to the next, the first look of which is the last to answer. */
function changing(key: string, values: readonly Json[]) {
  let looks = 0;
  let answerFirst = (): void => undefined;
  const first = new Promise<void>((done) => (answerFirst = done));
  const all = async () => {
    const at = looks++;
    if (at === 0) return {};
    if (at === 1) await first;
    return { [key]: { value: values[at - 1] ?? null, version: at } };
  };
  return { store: { platform: { all } } as unknown as Store, answerFirst };
}

it('what the firm says of itself is never put back by a look that was begun earlier', async () => {
  const { store, answerFirst } = changing('firm_name', ['Old', 'New']);
  const platform = await Platform.open({ store, bus, clock, logger }, []);
  const reads = [platform.read(), platform.read()];
  await new Promise((done) => setImmediate(done));
  answerFirst();
  await Promise.all(reads);
  expect(platform.state).toMatchObject({ settings: { firmName: 'New' }, version: 2 });
});

it('nor is what is kept beside it, as the mail server is', async () => {
  const server = (host: string) => ({ host, port: 587, security: 'starttls', user: null, sender: 'desk@firm.example', notify: [] });
  const kept = (host: string) => ({ server: server(host), sealedPassword: null });
  const { store, answerFirst } = changing('mail_server', [kept('old.example'), kept('new.example')]);
  const parts = { store, keys: await ringInMemory(), bus, clock, logger, newId: () => 'id', environment: null, publicUrl: null };
  const door = await HouseMailDoor.open({ ...parts, firmName: () => 'Firm', languageOf: async () => 'en' }, []);
  const reads = [door.changed(), door.changed()];
  await new Promise((done) => setImmediate(done));
  answerFirst();
  await Promise.all(reads);
  expect(door.state).toMatchObject({ server: { host: 'new.example' }, version: 2 });
});

it('gives of a fee never more than all of it: people who bring one another could trade for the rebates alone', async () => {
  const rows: Record<string, { readonly value: Json; readonly version: number }> = {};
  const platform = {
    hold: async () => undefined,
    all: async () => ({ ...rows }),
    set: async (key: string, value: Json) => {
      rows[key] = { value, version: (rows[key]?.version ?? 0) + 1 };
    },
  };
  const within = { platform, users: { hold: async () => [] }, audit: { append: async () => 1 } };
  const store = { platform, transaction: (work: (repositories: typeof within) => unknown) => work(within) } as unknown as Store;
  const house = await Platform.open({ store, bus, clock, logger }, []);
  const change = async (changes: object) => {
    const done = await house.change(house.state.version, changes, { by: 'system', reason: 'a test' });
    return done.ok ? 'OK' : done.error.params.field;
  };
  expect(await change({ rebateFirst: '100', rebateSecond: '0.01' })).toBe('rebate_second');
  expect(await change({ rebateFirst: '60', rebateSecond: '40' })).toBe('OK');
  expect(await change({ rebateFirst: '60.01' })).toBe('rebate_first');
  expect(await change({ firmName: 'Meridian' })).toBe('OK');
  expect(house.state.settings).toMatchObject({ rebateFirst: '60', rebateSecond: '40', firmName: 'Meridian' });
  // As it could be saved once.
  rows.rebate_second = { value: '100', version: 9 };
  await house.read();
  expect(house.state.settings).toMatchObject({ rebateFirst: '60', rebateSecond: '40' });
});
