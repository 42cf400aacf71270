import type { TSchema } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase } from '../../../../schemas/wire/index.ts';
import type { Route } from '../../../../schemas/wire/route.ts';
import { moneyBodies, moneyQueries } from '../../../kit/malformed/money-bodies.ts';
import { peopleBodies } from '../../../kit/malformed/people-bodies.ts';
import { riskBodies } from '../../../kit/malformed/risk-bodies.ts';
import type { HttpClient } from '../../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';

/** Each field of each call that takes text, as the server lists them, gets what an interpreter behind it would act on. */
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
const valid: Readonly<Record<string, unknown>> = { ...peopleBodies, ...moneyBodies, ...riskBodies, ...moneyQueries };
/** A way to confirm that there is none of stays shut, as one does whose plugin does not run. */
const closed = '{"code":50399,';
/** It ends the session that asks. */
const left = ['outLogin'];

const log: string[] = [];
let server: TestServer;
const people: HttpClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ onLog: (line) => log.push(line) });
  for (const name of ['admin', 'trader1', 'finance_manage', 'risk']) people.push(await server.signIn(name));
}, 120_000);
afterAll(() => server?.close());

/** Where text may stand, in objects and rows within it too; a part whose shape is its plugin's gets a text where an object is due, and a key. */
function* textPlaces(schema: TSchema | undefined, at: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (schema === undefined) return;
  const alternatives = (schema.anyOf ?? []) as readonly TSchema[];
  if (schema.properties !== undefined)
    for (const [name, field] of Object.entries(schema.properties as Readonly<Record<string, TSchema>>))
      yield* textPlaces(field, [...at, name]);
  else if (schema.type === 'array') yield* textPlaces(schema.items as TSchema, [...at, 0]);
  else if (schema.type === 'object') yield* [at, [...at, 'planted']];
  else if (schema.type === 'string' || schema.type === undefined) yield at;
  for (const one of alternatives) if (one.properties !== undefined || one.type === 'array') yield* textPlaces(one, at);
}

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

interface Told {
  readonly name: string;
  readonly status: number;
  readonly type: string;
  readonly planted: boolean;
  readonly text: string;
}

async function send(by: HttpClient, name: string, { method, path }: Route, input: object): Promise<Told> {
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(`${server.url}${httpBase}${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: by.token ?? '' },
    ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  const planted = response.headers.get('set-cookie') !== null;
  return { name, status: response.status, type: response.headers.get('content-type') ?? '', planted, text: await response.text() };
}

describe('a word of an interpreter, in any field of any call', () => {
  const told: Told[] = [];
  let before = 0;
  let deep = 0;

  it('is refused or kept as it was typed', async () => {
    before = (await server.store.sql.run('select user_id from session')).length;
    for (const [name, route] of Object.entries(server.routes)) {
      if (left.includes(name) || route.upload !== undefined) continue;
      const schema = route.method === 'GET' ? route.query : route.body;
      const base = (valid[name] ?? {}) as object;
      // The administrator gets all of them, the others what would be worst.
      const places = [
        ...new Map([...textPlaces(schema)].filter(({ length }) => length > 0).map((place) => [place.join('.'), place])).values(),
      ];
      deep += places.filter(({ length }) => length > 1).length;
      for (const place of places)
        for (const [at, by] of people.entries())
          told.push(
            ...(await Promise.all(
              (at === 0 ? words : words.slice(1, 2)).map((word) => send(by, name, route, planted(base, place, word) as object)),
            )),
          );
    }
    expect(told.length).toBeGreaterThan(1_000);
    expect(deep).toBeGreaterThan(50);
    expect(told.filter(({ status, text }) => status >= 500 && !text.startsWith(closed)).map(({ name, text }) => `${name} ${text}`)).toEqual(
      [],
    );
    expect(told.filter(({ planted, type }) => planted || type.includes('html')).map(({ name }) => name)).toEqual([]);
    // Neither what a database nor what a runtime says of itself.
    expect(
      told.filter(({ text }) => /syntax error|relation "|\bat .*\.ts:\d|node_modules|root:x:0/.test(text)).map(({ name }) => name),
    ).toEqual([]);
    expect((await server.store.sql.run('select user_id from session')).length).toBeGreaterThanOrEqual(before);
    for (const one of people) expect(await one.call('currentUser')).toMatchObject({ username: expect.any(String) });
  }, 120_000);

  it('no secret stands in the log or in an answer', () => {
    expect(log.length).toBeGreaterThan(10);
    const passwords = server.demoAccounts.map(({ password }) => password);
    const secrets = [...people.map(({ token }) => token ?? ''), ...passwords].filter((one) => one.length > 6);
    const said = [...log, ...told.map(({ text }) => text)].join('\n');
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    // Each line of the log is one line of ours, however it was broken by what was sent.
    for (const line of log)
      for (const part of line.trimEnd().split('\n')) expect(JSON.parse(part)).toMatchObject({ time: expect.anything() });
    expect(log.filter((line) => (JSON.parse(line) as { readonly level: number | string }).level === 60)).toEqual([]);
  });
});
