import type { TSchema } from '@sinclair/typebox';
import { namePattern } from '../../../core/domain/name.ts';

/** Texts that are no plain decimal; a sloppy server would take some of them for money. */
const badDecimals: readonly unknown[] = [
  '1e5',
  '1E5',
  '-1',
  '+1',
  '01',
  '1.',
  '.5',
  '0x10',
  '1,5',
  '1_000',
  ' 1',
  '1 ',
  'NaN',
  'Infinity',
  '',
  '1.0.0',
  '٣',
  '1\u0000',
  '9'.repeat(60),
  `0.${'1'.repeat(60)}`,
  0.1,
  1,
  -1,
  1e308,
  0,
  true,
  false,
  null,
  [],
  ['1'],
  {},
  { value: '1' },
]; // prettier-ignore

const badIntegers: readonly unknown[] = ['1', '', 1.5, -1, 0.1, 1e21, 2 ** 53, true, false, null, [], [1], {}, '1e3', 'NaN']; // prettier-ignore

const badWords: readonly unknown[] = [
  '',
  'nope',
  'BUY\u0000',
  ' BUY',
  'buy',
  1,
  0,
  true,
  null,
  [],
  ['BUY'],
  {},
  '__proto__',
  'constructor',
  'toString',
];
const badBooleans: readonly unknown[] = ['true', 'false', '', 1, 0, null, [], {}];
const badTexts: readonly unknown[] = [1, 0, true, false, null, [], ['a'], {}, 'a\u0000b', '\ud800'];
const badTitles: readonly unknown[] = [...badTexts, '', ' ', ' a', 'a ', 'a\nb', '\u200b', 'a\u202eb', 'x'.repeat(300)];
const badNames: readonly unknown[] = [...badTexts, '', ' ', 'a/b', '../x', 'a b', "'; drop table x --", '<script>', 'x'.repeat(300)];
const badObjects: readonly unknown[] = [1, 'text', true, null, [], [{}], { bogus: 1 }];
const badLists: readonly unknown[] = [1, 'text', true, null, {}, [1], [null], [{}], ['\u0000']];

/** Values that a schema must refuse, told from its shape alone. */
export function badValuesFor(schema: TSchema): readonly unknown[] {
  if (Array.isArray(schema.anyOf)) return [{}];
  if (Array.isArray(schema.enum)) return badWords;
  switch (schema.type) {
    case 'integer':
      return badIntegers;
    case 'boolean':
      return badBooleans;
    case 'array':
      return badLists;
    case 'object':
      return schema.patternProperties === undefined ? badObjects : badObjects.filter((value) => !isRecord(value));
    default:
      if (typeof schema.pattern !== 'string') return badTexts;
      if (schema.pattern === namePattern.source) return badTitles;
      return schema.pattern.startsWith('^(0|') ? badDecimals : badNames;
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts of query parameters that a strict server refuses for a whole number. */
export const badIntegerTexts: readonly string[] = [
  '',
  ' ',
  '1e3',
  '01',
  ' 1',
  '1 ',
  '+1',
  '1.0',
  '1.5',
  '-1',
  '0x1',
  'NaN',
  'null',
  'true',
  '1,2',
  '99999999999999999999',
  '１',
];
export const badNameTexts: readonly string[] = ['', ' ', 'a b', '../x', "'--", '<script>', '%', 'x'.repeat(2_000), '\u0000'];

/** Queries that no route takes, whatever its schema: names that none has. */
export const malformedQueries: readonly string[] = [
  'bogus=1',
  'bogus',
  'bogus=',
  '=1',
  '__proto__=1',
  '__proto__[role]=admin',
  '__proto__.role=admin',
  'constructor=1',
  'constructor[prototype][role]=admin',
  'prototype=1',
  'toString=1',
  'hasOwnProperty=1',
  '%00=1',
  'a%00b=1',
  '%20=1',
  'a[]=1',
  'a[0]=1',
  'a.b=1',
  '$where=1',
  '%ff=%ff',
  '%E2%82=1',
  '<script>=1',
  `${'x'.repeat(1_000)}=1`,
  `${'bogus=1&'.repeat(500)}bogus=1`,
];

interface MalformedBody {
  readonly name: string;
  readonly body: string | Buffer;
  readonly contentType?: string | null;
  /** Number of the error catalogue. */
  readonly code: number;
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Bodies that no route takes, whatever its schema. `valid` is a body that it would take. */
export function malformedBodies(valid: Readonly<Record<string, unknown>>, limitBytes: number): readonly MalformedBody[] {
  const text = JSON.stringify(valid);
  const withRaw = (raw: string): string => (text === '{}' ? `{${raw}}` : `{${raw},${text.slice(1)}`);
  return [
    { name: 'truncated', body: text.slice(0, -1), code: 40003 },
    { name: 'two values', body: `${text}${text}`, code: 40003 },
    { name: 'single quotes', body: "{'a':1}", code: 40003 },
    { name: 'a comment', body: `/* */${text}`, code: 40003 },
    { name: 'a trailing comma', body: '{"a":1,}', code: 40003 },
    { name: 'NaN', body: '{"a":NaN}', code: 40003 },
    { name: 'a byte order mark', body: `\ufeff${text}`, code: 40003 },
    {
      name: 'invalid UTF-8',
      body: Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]),
      code: 40003,
    },
    { name: 'cut UTF-8', body: Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')]), code: 40003 },
    { name: 'raw null bytes', body: Buffer.from([0, 0, 0, 0]), code: 40003 },
    { name: 'a list', body: '[]', code: 40001 },
    { name: 'a list around it', body: `[${text}]`, code: 40001 },
    { name: 'a number', body: '42', code: 40001 },
    { name: 'a text', body: '"text"', code: 40001 },
    { name: 'true', body: 'true', code: 40001 },
    { name: 'an unknown field', body: withRaw('"bogus":1'), code: 40001 },
    { name: '__proto__', body: withRaw('"__proto__":{"role":"admin"}'), code: 40001 },
    { name: 'an escaped __proto__', body: withRaw('"\\u005f_proto__":{"role":"admin"}'), code: 40001 },
    { name: 'constructor', body: withRaw('"constructor":{"prototype":{"role":"admin"}}'), code: 40001 },
    { name: 'a null character', body: withRaw('"bogus":"\\u0000"'), code: 40001 },
    { name: 'deep nesting', body: withRaw(`"bogus":${nested(100)}`), code: 40001 },
    { name: 'very deep lists', body: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, code: 40001 },
    { name: 'too much', body: withRaw(`"bogus":"${'x'.repeat(limitBytes)}"`), code: 40002 },
    { name: 'plain text', body: text, contentType: 'text/plain', code: 40004 },
    { name: 'a form', body: 'a=1&b=2', contentType: 'application/x-www-form-urlencoded', code: 40004 },
    { name: 'multipart', body: '--x\r\n\r\n--x--', contentType: 'multipart/form-data; boundary=x', code: 40004 },
    { name: 'XML', body: '<a/>', contentType: 'application/xml', code: 40004 },
  ];
}
