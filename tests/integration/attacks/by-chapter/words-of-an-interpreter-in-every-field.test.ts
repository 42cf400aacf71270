import { createHash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namePattern } from '../../../../core/domain/name.ts';
import type { RouteName } from '../../../../schemas/wire/index.ts';
import { httpBase } from '../../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../../schemas/wire/route.ts';
import { closedToAdmins } from '../../../kit/malformed/closed-to-admins.ts';
import { livingInputs } from '../../../kit/malformed/living-inputs.ts';
import { validBodies, validQueries } from '../../../kit/malformed/valid-bodies.ts';
import type { HttpClient } from '../../../kit/servers/http-client.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';
import { sampleStrategy } from '../../../kit/strategy-plugins.ts';

/**
 * Each field of each call, as the server lists them, gets what an interpreter behind it would act on, while all others are as the call takes them:
 * so that the word is kept, or refused for itself, and not for what stands beside it.
 */
const words = [
  "' or '1'='1' -- ",
  "x'); drop table session; --",
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '<img src=x onerror=alert(1)>',
  '$(touch /tmp/owned);`id`|id',
  'a\r\nset-cookie: planted=1\r\n\r\n<html>',
  '{"level":"error","msg":"forged"}\n{"level":60}',
  '../../../../etc/passwd',
  "=cmd|' /C calc'!A0",
];
/** A way to confirm that there is none of stays shut, as one does whose plugin does not run. */
const closed = 50399;
/** It ends the session that asks. */
const left = ['outLogin'];

/** Where what was typed is read again. */
const readBack: readonly (readonly [call: string, field: string, list: RouteName])[] = [
  ['accountGroupSave', 'name', 'accountGroupList'],
  ['layoutCreate', 'name', 'layoutList'],
  ['tradeTemplateSave', 'name', 'tradeTemplateList'],
  ['alertSave', 'note', 'alertList'],
  ['addressAdd', 'label', 'addressList'],
  ['inboxNote', 'body', 'inboxLetter'],
  ['personNote', 'body', 'personGet'],
  ['financeLimitSave', 'reason', 'auditList'],
  ['platformChange', 'firm_name', 'platformGet'],
];
/** Fields of which no refusal says the name, so that none tells what was wrong or what there is; and what there is nothing of here that could take it. */
const judgedWhole: Readonly<Record<string, readonly string[]>> = {
  'is compared with what is right': [
    ...['login', 'contactSend', 'careerSend', 'captchaEmail', 'captchaPhone', 'register', 'forgetPasswordEmail', 'invitationAccept'].map(
      (name) => `${name} query captcha_value`,
    ),
    ...['login body account', 'login body password', 'apiKeyCreate body password', 'riskPositions query username'],
    ...['setUpLook body token', 'auditSealOrders query order', 'securityPasskeyEnter body value', 'securityPasskeyAdd body value'],
    'adminPackageKeyAdd body public_key',
  ],
  'is part of a file of which the refusal says what is wrong in it': [
    ...['adminPackageExamine body ', 'adminPackageInstall body package.', 'adminPackageUpdate body package.'].flatMap((whole) =>
      ['path', 'text'].map((field) => `${whole}files.0.${field}`),
    ),
    ...['fearGreedImport body csv', 'peopleImport body csv'],
  ],
  'is refused as the phone or the mail address that it is': ['invitationMake body address'],
  'there is neither a set-up nor an invitation that still waits': [
    ...['token', 'username', 'email', 'password', 'firm_name'].map((field) => `setUp body ${field}`),
    ...['invitationAccept body username', 'invitationAccept body password'],
  ],
  'there is no exchange that wants keys': ['api_key', 'secret_key', 'passphrase'].map((field) => `accountSaveKeys body ${field}`),
  'there is no such device, factor or backtest': [
    ...['noticeDeviceAdd body name', 'securityPasskeyAdd body name', 'securityPasskeyRename body name', 'personFactorReset body reason'],
    ...['backtestStart body name', 'backtestRename body name'],
  ],
};

const log: string[] = [];
let server: TestServer;
type Input = Awaited<ReturnType<Awaited<ReturnType<typeof livingInputs>>>>;
let inputOf: (name: string) => Promise<Input>;
const people = new Map<string, HttpClient>();
beforeAll(async () => {
  server = await startTestServer({
    onLog: (line) => log.push(line),
    plugins: [pluginSource('venue-house'), sampleStrategy, ...pluginsWithRoutes()],
    environment: { TESSERA_PUBLIC_URL: 'https://house.example', TESSERA_TRUSTED_PROXIES: '127.0.0.1' },
  });
  for (const name of ['admin', 'trader1', 'finance_manage', 'asset', 'risk']) people.set(name, await server.signIn(name));
  inputOf = await livingInputs(server);
}, 120_000);
afterAll(() => server?.close());

type Part = 'query' | 'body' | 'upload';
interface Place {
  readonly part: Part;
  readonly at: readonly (string | number)[];
  /** Any text may stand there, or any line of it. */
  readonly isFree: boolean;
}

const isFree = ({ type, pattern, enum: named, const: only }: TSchema): boolean =>
  type === 'string' && (pattern === undefined || pattern === namePattern.source) && named === undefined && only === undefined;

/** Each field, in objects and rows within it too; a part whose shape is its plugin's is one, and has one. */
function* placesIn(part: Part, schema: TSchema | undefined, at: Place['at'] = []): Generator<Place> {
  if (schema === undefined) return;
  const shapes = (schema.anyOf ?? [schema]) as readonly TSchema[];
  const open = shapes.some(({ properties, patternProperties, type }) => type === 'object' && !properties && !patternProperties);
  if (at.length > 0) yield { part, at, isFree: shapes.some(isFree) };
  if (open) yield { part, at: [...at, 'planted'], isFree: true };
  for (const one of shapes) {
    const fields = (one.properties ?? {}) as Readonly<Record<string, TSchema>>;
    for (const [name, field] of Object.entries(fields)) yield* placesIn(part, field, [...at, name]);
    if (one.type === 'array') yield* placesIn(part, one.items as TSchema, [...at, 0]);
  }
}
/** Alternatives name some of them twice. */
const placesOf = ({ query, body, upload }: Route): readonly Place[] => {
  const all = [...placesIn('query', query), ...placesIn('body', body), ...placesIn('upload', upload?.fields)];
  return [...new Map(all.map((place) => [`${place.part} ${place.at.join('.')}`, place])).values()];
};

/** `input` with `value` at that place; what is missing on the way is made. */
function planted(input: unknown, [first, ...rest]: readonly (string | number)[], value: string): unknown {
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const rows = Array.isArray(input) ? input : [];
    return [planted(rows[first], rest, value), ...rows.slice(1)];
  }
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [first]: planted(fields[first], rest, value) };
}

/** Every text of an answer. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* textsIn(one);
}
/** Line breaks and rows of blanks become one blank in names and reasons. */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Told {
  readonly name: string;
  readonly place: Place;
  /** Sent by somebody who may do it. */
  readonly isDoer: boolean;
  readonly status: number;
  readonly code: number;
  readonly field: string;
  readonly type: string;
  readonly planted: boolean;
  readonly text: string;
}

const textsOf = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

let count = 0;
/** From a network of its own, so that no limit of one keeps the word from where it goes. */
async function send(name: string, place: Place, word: string, input: Input): Promise<Told> {
  const route = server.routes[name] as Route;
  const { query, body, by = doerOf(name) } = input;
  const sent = { query, body, [place.part]: planted(place.part === 'query' ? query : body, place.at, word) };
  const form = new FormData();
  if (route.upload !== undefined) {
    for (const [field, text] of Object.entries(textsOf((sent as { readonly upload?: object }).upload ?? body))) form.set(field, text);
    form.set(route.upload.file, new Blob(['%PDF-1.7\n%%EOF\n']), 'file.pdf');
  }
  count += 1;
  const response = await fetch(`${server.url}${httpBase}${route.path}?${new URLSearchParams(textsOf(sent.query))}`, {
    method: route.method,
    headers: {
      ...{ authorization: by?.token ?? '', 'x-forwarded-for': `10.${count >> 16}.${(count >> 8) % 256}.${count % 256}` },
      ...(route.upload === undefined ? { 'content-type': 'application/json' } : {}),
    },
    ...(route.method === 'GET' ? {} : { body: route.upload === undefined ? JSON.stringify(sent.body) : form }),
  });
  const text = await response.text();
  const { code = response.status, params = {} } = (text.startsWith('{"code"') ? JSON.parse(text) : {}) as Partial<Envelope<unknown>>;
  return {
    ...{
      name,
      place,
      isDoer: ![...people.values()].includes(input.by as HttpClient),
      status: response.status,
      code,
      field: String(params?.field ?? ''),
      text,
    },
    ...{ type: response.headers.get('content-type') ?? '', planted: response.headers.get('set-cookie') !== null },
  };
}

/** As any of the others sends it: about nothing that there is. */
const plainInput = (name: string): Input => ({ query: validQueries[name] ?? {}, body: validBodies[name] ?? {} });
/** Whoever may do it. */
const doerOf = (name: string): HttpClient | undefined =>
  people.get(closedToAdmins.find(({ paths }) => paths.includes(server.routes[name]?.path ?? ''))?.to ?? 'admin');
/** What wants a fresh confirmation goes on for whoever has given one. */
async function confirmAll(): Promise<void> {
  for (const { token } of people.values())
    await server.store.sessions.confirmed(
      createHash('sha256')
        .update(token ?? '')
        .digest('hex'),
      Date.now(),
    );
}
/** It was refused for itself: the refusal names its place, or one around it. */
const isNamed = ({ field, place }: Told): boolean => field !== '' && place.at.map(String).includes(field.split('.').at(0) ?? '');

describe('a word of an interpreter, in any field of any call', () => {
  const told: Told[] = [];

  it.each(readBack)('reads as it was typed: %s %s', async (name, field, list) => {
    await confirmAll();
    const place: Place = { part: 'body', at: [field], isFree: true };
    const route = server.routes[list] as Route;
    let taken = 0;
    for (const word of words) {
      const typed = `${word} typed`;
      const { code } = await send(name, place, typed, await inputOf(name));
      const { query } = await inputOf(list);
      const response = await fetch(`${server.url}${httpBase}${route.path}?${new URLSearchParams(textsOf(query))}`, {
        headers: { authorization: people.get('admin')?.token ?? '' },
      });
      const isThere = [...textsIn(await response.json())].some((one) => withoutBlanks(one) === withoutBlanks(typed));
      expect([word, isThere]).toEqual([word, code === 200]);
      taken += code === 200 ? 1 : 0;
    }
    expect(taken).toBeGreaterThan(5);
  });

  it('is refused or kept as it was typed', async () => {
    const before = (await server.store.sql.run('select user_id from session')).length;
    for (const [name, route] of Object.entries(server.routes)) {
      if (left.includes(name)) continue;
      for (const place of placesOf(route)) {
        if (route.access !== 'public' && route.confirm !== undefined) await confirmAll();
        // What a shape narrows refuses each of them alike.
        for (const word of place.isFree ? words : words.slice(1, 2)) told.push(await send(name, place, word, await inputOf(name)));
        // The others send what would be worst.
        if (!place.isFree) continue;
        const input = plainInput(name);
        const others = [...people.values()].filter((by) => by !== doerOf(name));
        told.push(...(await Promise.all(others.map((by) => send(name, place, words[1] ?? '', { ...input, by })))));
      }
    }
    expect(told.filter(({ status, code }) => status >= 500 && code !== closed).map(({ name, text }) => `${name} ${text}`)).toEqual([]);
    expect(told.filter(({ planted, type }) => planted || type.includes('html')).map(({ name }) => name)).toEqual([]);
    // Neither what a database nor what a runtime says of itself.
    expect(
      told.filter(({ text }) => /syntax error|relation "|\bat .*\.ts:\d|node_modules|root:x:0/.test(text)).map(({ name }) => name),
    ).toEqual([]);
    expect((await server.store.sql.run('select user_id from session')).length).toBeGreaterThanOrEqual(before);
    for (const one of people.values()) expect(await one.call('currentUser')).toMatchObject({ username: expect.any(String) });
  }, 600_000);

  it('has come to each field: what may hold it has kept it or was refused for it, and a shape has refused it at the door', () => {
    const places = new Map<string, Told[]>();
    for (const one of told.filter(({ isDoer }) => isDoer)) {
      const place = `${one.name} ${one.place.part} ${one.place.at.join('.')}`;
      places.set(place, [...(places.get(place) ?? []), one]);
    }
    const sums = { narrow: 0, kept: 0, refused: 0 };
    const missed: string[] = [];
    for (const [place, answers] of places) {
      const isFreePlace = answers.every(({ place: one }) => one.isFree);
      if (!isFreePlace) {
        sums.narrow += 1;
        if (!answers.every((one) => one.code === 40001 && isNamed(one))) missed.push(place);
      } else if (answers.some(({ code }) => code === 200)) sums.kept += 1;
      else if (answers.some(isNamed)) sums.refused += 1;
      else missed.push(place);
    }
    expect(missed.sort()).toEqual(Object.values(judgedWhole).flat().sort());
    expect(sums.narrow).toBeGreaterThan(780);
    expect(sums.kept).toBeGreaterThan(80);
    expect(sums.refused).toBeGreaterThan(55);
  });

  it('no secret stands in the log or in an answer', () => {
    expect(log.length).toBeGreaterThan(10);
    const passwords = server.demoAccounts.map(({ password }) => password);
    const secrets = [...[...people.values()].map(({ token }) => token ?? ''), ...passwords].filter((one) => one.length > 6);
    const said = [...log, ...told.map(({ text }) => text)].join('\n');
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    // Each line of the log is one line of ours, however it was broken by what was sent.
    for (const line of log)
      for (const part of line.trimEnd().split('\n')) expect(JSON.parse(part)).toMatchObject({ time: expect.anything() });
    expect(log.filter((line) => (JSON.parse(line) as { readonly level: number | string }).level === 60)).toEqual([]);
  });
});
