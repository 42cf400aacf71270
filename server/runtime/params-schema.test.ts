import { expect, it } from 'vitest';
import { schemaProblem } from './params-schema.ts';

const params = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

it('takes the words of our own fields, at any depth', () => {
  const levels = { type: 'array', items: { type: 'object', properties: { price: { type: 'string', maxLength: 40 } } }, maxItems: 5 };
  expect(schemaProblem(params({ levels, side: { anyOf: [{ const: 'BUY' }, { const: 'SELL' }], default: 'BUY' } }))).toBeNull();
});

it.each<[string, unknown, string]>([
  ['nothing', null, 'params must be a schema'],
  ['a list', { type: 'array' }, 'params must be an object'],
  ['fields that are none', params(null), 'params.properties must be fields'],
  ['a text for fields', params('levels'), 'params.properties must be fields'],
  ['a pattern of its own', params({ a: { type: 'string', pattern: '^(a+)+$' } }), 'params.a has a pattern of its own'],
  ['a word that we do not use', params({ a: { $ref: 'http://x/' } }), 'params.a uses "$ref"'],
  ['an unknown type', params({ a: { type: 'money' } }), 'params is no JSON Schema'],
  ['a limit that is a text', params({ a: { type: 'string', maxLength: 'many' } }), 'params is no JSON Schema'],
  ['a name for what is needed', params({}, { required: 'a' }), 'params is no JSON Schema'],
])('refuses %s', (_, schema, problem) => {
  expect(schemaProblem(schema)).toContain(problem);
});
