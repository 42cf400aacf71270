import { expect, it } from 'vitest';
import { readSchemaText } from './read-schema.ts';

const schema = {
  before: ['create table people (id text)'],
  after: [],
  tables: [{ name: 'people', columns: [{ name: 'id', type: 'text' }] }],
  sequences: [{ table: 'people', column: 'id', last: null }],
};

it('is read as it was written, and refused in words where it is none', () => {
  expect(readSchemaText(JSON.stringify(schema), 'here')).toEqual(schema);
  expect(() => readSchemaText('torn {', 'here')).toThrow('here: is no JSON');
  for (const other of [null, {}, [], 7, { ...schema, tables: undefined }, { ...schema, before: [7] }, { ...schema, tables: [null] }])
    expect(() => readSchemaText(JSON.stringify(other), 'here'), JSON.stringify(other)).toThrow(
      'here: does not say of what the tables are made',
    );
  for (const table of [{ name: 'people' }, { name: 7, columns: [] }, { name: 'people', columns: [{ name: 'id' }] }])
    expect(() => readSchemaText(JSON.stringify({ ...schema, tables: [table] }), 'here')).toThrow('does not say');
});
