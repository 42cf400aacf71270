import { expect, it } from 'vitest';
import { SchemaCheck } from './schema-check.ts';

const schema = {
  type: 'object',
  properties: { side: { enum: ['BUY', 'SELL'] }, levels: { type: 'integer', minimum: 2 } },
  required: ['levels'],
  additionalProperties: false,
};

it.each<[unknown, string, string]>([
  [{ side: 'BUY' }, 'levels', 'is required'],
  [{ levels: 2, level: 3 }, 'level', 'is unknown'],
  [{ levels: 2, side: 'UP' }, 'side', 'must be one of BUY, SELL'],
  [{ levels: 1 }, 'levels', 'must be >= 2'],
])('params %j: the field %s %s', (params, field, rule) => {
  expect(new SchemaCheck().problem(schema, params)).toEqual({ field, rule });
});
