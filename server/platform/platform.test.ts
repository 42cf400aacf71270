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
