import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DeliveryFault } from '../../core/domain/delivery.ts';
import type { Language } from '../../core/domain/language.ts';
import { isSmsUrl, smsBody, smsHeader } from '../../core/domain/sms-gateway.ts';
import { ringInMemory } from '../../tests/kit/keys.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { MailServer } from '../../tests/kit/servers/mail-server.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import { SmtpMail } from '../mail/smtp-mail.ts';
import { type Channel, ChannelProblem } from './channel.ts';
import { type Channels, delivering, deliveryKeptMs } from './delivering.ts';
import { SmsGateway } from './sms-gateway.ts';
import { StoredDeliveries } from './stored-deliveries.ts';

const minuteMs = 60_000;
const keys = await ringInMemory();
const words = { subject: 'Your code', body: 'Your code is 123456.' };

/** Takes letters, or fails as the test says. */
class TestChannel implements Channel {
  readonly taken: string[] = [];
  fault: DeliveryFault | null = null;
  async deliver({ to, text }: { readonly to: string; readonly text: string }): Promise<void> {
    if (this.fault !== null) throw new ChannelProblem(this.fault, '550');
    this.taken.push(`${to}: ${text}`);
  }
}

await describeStore('letters to people', (store) => {
  let ids = 0;
  const clock = new ManualClock(1_000_000_000_000);
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const set = (channels: Channels = {}) => {
    const letters = new StoredDeliveries({
      ...{ store: store(), clock, keys, newId: () => `letter-${++ids}`, readIn: (chosen: Language | null) => chosen ?? 'zh-TW' },
      channels: { mail: channels.mail !== undefined, sms: channels.sms !== undefined },
    });
    const jobs = delivering({ channels, rows: store().deliveries, open: letters.open.bind(letters), clock, logger });
    const run = async () => {
      for (const job of jobs) await job.run(new AbortController().signal);
    };
    return { letters, jobs, run };
  };
  const code = (address: string) => ({
    ...{ to: { address, language: 'en' as const }, kind: 'code' as const, words: () => words, lifeMs: 10 * minuteMs },
  });
  const newest = async () => (await store().deliveries.page({}, { limit: 1 })).items[0];
  const admin = { by: 'system', reason: null } as const;

  it('wait where no channel is set, readable until they are worth nothing, and never in the clear', async () => {
    const { letters, run } = set();
    await letters.send(code('ann@firm.example'));
    await run();
    const letter = await newest();
    expect(letter).toMatchObject({ state: 'WAITING', channel: 'mail', tries: 0, subject: 'Your code', hasBody: true });
    const id = letter?.deliveryId ?? '';
    expect(await letters.body(id)).toBe(words.body);
    expect((await store().deliveries.sealedBody(id))?.sealedBody).not.toContain('123456');
    await clock.advance(10 * minuteMs);
    await run();
    expect(await newest()).toMatchObject({ state: 'EXPIRED', hasBody: false, endedMs: clock.nowMs() });
    expect(await letters.body(id)).toBeNull();
  });

  it('go to a user by mail, else by text message, in the language that he has chosen, and to nobody without an address', async () => {
    const { letters } = set();
    const spoken: string[] = [];
    const to = async (id: string, change: object, language?: string) => {
      await store().users.create(userRecord(id, change));
      if (language !== undefined) await store().userConfig.save(id, JSON.stringify({ language }));
      return letters.send({
        ...{ to: { userId: id }, kind: 'sign-in', lifeMs: minuteMs },
        words: (one) => {
          spoken.push(one);
          return words;
        },
      });
    };
    expect(await to('both', { email: 'b@firm.example', phone: '+85211111111' }, 'zh-CN')).toBe(true);
    expect(await newest()).toMatchObject({ address: 'b@firm.example', channel: 'mail', userId: 'both' });
    expect(await to('phone', { email: null, phone: '+85222222222' })).toBe(true);
    expect(await newest()).toMatchObject({ address: '+85222222222', channel: 'sms' });
    expect(await to('none', { email: null, phone: null })).toBe(false);
    expect(spoken).toEqual(['zh-CN', 'zh-TW']);
    await clock.advance(minuteMs);
  });

  it('are taken once, and their words go', async () => {
    const mail = new TestChannel();
    const { letters, run } = set({ mail });
    await letters.send(code('bo@firm.example'));
    await letters.send(code('+85233333333'));
    await run();
    await run();
    expect(mail.taken).toEqual(['bo@firm.example: Your code is 123456.']);
    const { items } = await store().deliveries.page({}, { limit: 2 });
    expect(items.map(({ state, hasBody, tries }) => [state, hasBody, tries])).toEqual([
      ['WAITING', true, 0],
      ['TAKEN', false, 1],
    ]);
  });

  it('are tried again after ever longer rests, not beyond their life', async () => {
    const mail = new TestChannel();
    mail.fault = 'UNREACHABLE';
    const { letters, run } = set({ mail });
    await letters.send(code('cy@firm.example'));
    const tries: number[] = [];
    for (let second = 0; second < 10 * 60; second += 5) {
      await run();
      tries.push((await newest())?.tries ?? 0);
      await clock.advance(5_000);
    }
    expect(tries.slice(0, 15)).toEqual([1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4]);
    expect(await newest()).toMatchObject({ state: 'WAITING', error: 'UNREACHABLE', errorDetail: '550', tries: 6 });
    mail.fault = null;
    await run();
    expect([await newest(), mail.taken]).toMatchObject([{ state: 'EXPIRED' }, []]);
  });

  it('that are refused fail at once, and wait again when an administrator says so, which stands in the audit', async () => {
    const mail = new TestChannel();
    mail.fault = 'REFUSED';
    const { letters, run } = set({ mail });
    await letters.send(code('di@firm.example'));
    await run();
    const id = (await newest())?.deliveryId ?? '';
    expect(await newest()).toMatchObject({ state: 'FAILED', error: 'REFUSED', tries: 1, hasBody: true });
    expect(await letters.retry(id, admin)).toMatchObject({ ok: true, value: { state: 'WAITING' } });
    expect(await letters.retry(id, admin)).toMatchObject({ ok: false, error: { code: 'DELIVERY_OVER' } });
    expect(await letters.retry('nothing', admin)).toMatchObject({ ok: false, error: { code: 'DELIVERY_UNKNOWN' } });
    expect((await store().audit.page({ action: 'delivery.retried', limit: 10 })).items).toMatchObject([
      { subject: `delivery/${id}`, before: { state: 'FAILED', error: 'REFUSED' } },
    ]);
    await run();
    await clock.advance(10 * minuteMs);
    await run();
    expect(await newest()).toMatchObject({ state: 'FAILED', hasBody: false });
    expect(await letters.retry(id, admin)).toMatchObject({ ok: false, error: { code: 'DELIVERY_OVER' } });
  });

  it('do not open at another address than the one that they were written to', async () => {
    const { letters } = set();
    await letters.send(code('eve@firm.example'));
    const kept = await store().deliveries.sealedBody((await newest())?.deliveryId ?? '');
    expect([letters.open('ann@firm.example', kept?.sealedBody ?? ''), letters.open('eve@firm.example', kept?.sealedBody ?? '')]).toEqual([
      null,
      words.body,
    ]);
  });

  it('are found by state, channel, kind and part of address, page by page, and gone after a month', async () => {
    const { letters, run } = set();
    const all = await letters.find({}, { limit: 1000 });
    const first = await letters.find({}, { limit: 2 });
    const rest = await letters.find({}, { limit: 1000, before: first.next ?? 0 });
    expect([...first.deliveries, ...rest.deliveries]).toEqual(all.deliveries);
    const found = async (filter: object) => (await letters.find(filter, { limit: 100 })).deliveries.length;
    expect(await found({ search: 'ANN@' })).toBe(1);
    expect(await found({ channel: 'sms', kind: 'sign-in' })).toBe(1);
    expect(await found({ state: 'TAKEN' })).toBe(1);
    await clock.advance(deliveryKeptMs + minuteMs);
    await run();
    expect(await found({})).toBe(0);
  });

  it('of one channel never wait for those of another, and a silent push service keeps none of the others waiting', async () => {
    const mail = new TestChannel();
    const answers: (() => void)[] = [];
    const push: Channel = { deliver: () => new Promise<void>((answer) => answers.push(answer)) };
    const { letters, jobs } = set({ mail, push });
    const row = { userId: null, channel: 'push', kind: 'notice', subject: '', createdMs: clock.nowMs() } as const;
    for (const deliveryId of ['push-1', 'push-2', 'push-3']) {
      const sealedBody = letters.seal(deliveryId, '');
      await store().deliveries.add({ ...row, deliveryId, address: deliveryId, sealedBody, expiresMs: clock.nowMs() + minuteMs });
    }
    await letters.send(code('quick@firm.example'));
    const runs = jobs.map((job) => ({ id: job.id, done: job.run(new AbortController().signal) }));
    await runs.find(({ id }) => id === 'deliveries-mail')?.done;
    expect(mail.taken).toEqual(['quick@firm.example: Your code is 123456.']);
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    for (const answer of answers) answer();
    await Promise.all(runs.map(({ done }) => done));
  });

  it('with a code go before everything that waits for the same channel, and notices after it', async () => {
    const mail = new TestChannel();
    const { letters, run } = set({ mail });
    for (const [kind, name] of [
      ['notice', 'c'],
      ['password', 'b'],
      ['code', 'a'],
    ] as const) {
      await letters.send({ ...code(`${name}@order.example`), kind });
      await clock.advance(1);
    }
    await run();
    expect(mail.taken.map((text) => text.slice(0, 1))).toEqual(['a', 'b', 'c']);
  });
});

it('mails say why they were not taken, by kind', async () => {
  const server = await MailServer.start({ account: { user: 'desk', password: 'right' } });
  const mail = (account: string, port = server.port) =>
    new SmtpMail({ url: `smtp://${account}@127.0.0.1:${port}`, from: 'desk@firm.example', to: ['house@firm.example'] }, null);
  const letter = { id: 'letter-1', to: 'ann@people.example', subject: 'Your code', text: 'Your code is 123456.\n' };
  const faultOf = (sent: Promise<void>) => sent.then(() => null).catch(({ fault, detail }: ChannelProblem) => [fault, detail]);
  try {
    expect(await faultOf(mail('desk:right').deliver(letter))).toBeNull();
    expect(server.taken).toMatchObject([{ to: ['ann@people.example'], text: letter.text }]);
    expect(await faultOf(mail('desk:wrong').deliver(letter))).toEqual(['SIGN_IN', '535']);
    expect(await faultOf(mail('desk:right', 1).deliver(letter))).toEqual(['UNREACHABLE', null]);
    server.refuses = true;
    expect(await faultOf(mail('desk:right').deliver(letter))).toEqual(['FAILED', '452']);
    expect(await faultOf(mail('desk:right').deliver({ ...letter, to: 'ann@people.example, eve@evil.example' }))).not.toBeNull();
    expect(server.taken).toHaveLength(1);
  } finally {
    await server.close();
  }
});

/** What a gateway was sent. */
const sent: { readonly body: unknown; readonly key: string | undefined }[] = [];
let status = 200;
let gateway: Server;
beforeAll(async () => {
  gateway = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      sent.push({ body: JSON.parse(text), key: request.headers['x-key'] as string | undefined });
      if (status === 0) return;
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('a word');
    });
  });
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});

it('text messages go to the gateway in its own shape, whatever stands in them, and nowhere that it leads to', async () => {
  const { port } = gateway.address() as AddressInfo;
  const body = smsBody('{"messages":[{"to":"{to}","content":{"text":"{text}"}}],"source":"desk"}') ?? null;
  const sms = new SmsGateway({ url: `http://127.0.0.1:${port}/send`, header: smsHeader('X-Key: s3cret') ?? null, body }, 300);
  const letter = { id: 'a', to: '+85211111111', subject: '', text: 'Say "{to}" \\ 123456' };
  await sms.deliver(letter);
  expect(sent).toEqual([{ key: 's3cret', body: { messages: [{ to: letter.to, content: { text: letter.text } }], source: 'desk' } }]);
  const faultOf = async (next: number) => {
    status = next;
    return sms.deliver(letter).then(
      () => null,
      ({ fault, detail }: ChannelProblem) => [fault, detail],
    );
  };
  expect(await faultOf(302)).toEqual(['FAILED', '302']);
  expect(await faultOf(401)).toEqual(['SIGN_IN', '401']);
  expect(await faultOf(422)).toEqual(['REFUSED', '422']);
  expect(await faultOf(429)).toEqual(['FAILED', '429']);
  expect(await faultOf(503)).toEqual(['FAILED', '503']);
  expect(await faultOf(0)).toEqual(['TIMEOUT', null]);
  const away = new SmsGateway({ url: 'http://127.0.0.1:1/', header: null, body });
  expect(await away.deliver(letter).catch(({ fault }: ChannelProblem) => fault)).toBe('UNREACHABLE');
});

it('a gateway is spoken to safely, and its settings have places for the number and the text', () => {
  const here = (host: string) => host === '127.0.0.1' || host === '::1';
  const urls = [
    'https://sms.example/v1?a=1',
    'http://127.0.0.1:9/x',
    'http://[::1]/x',
    'http://sms.example',
    'https://a:b@sms.example',
    'x',
  ];
  expect(urls.map((url) => isSmsUrl(url, here))).toEqual([true, true, true, false, false, false]);
  expect(
    ['{"to":"{to}"}', '["{to}","{text}"]', '{"{to}":"{text}"}', '{', '"{to} {text}"'].map((text) => smsBody(text) !== undefined),
  ).toEqual([false, true, false, false, true]);
  expect(['Authorization: Bearer a b', 'no colon', 'X: a\r\nY: b', 'X:'].map((text) => smsHeader(text) !== undefined)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
