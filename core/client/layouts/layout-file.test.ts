import { expect, it } from 'vitest';
import { layoutFileName, layoutFileText, readLayoutFile } from './layout-file.ts';

const content = { root: null, maximised: null, accounts: {}, popouts: [] };
const codeOf = (text: string) => {
  const read = readLayoutFile(text, 'Workspace');
  return read.ok ? 'ok' : `${read.error.code} ${read.error.params.field}`;
};

it('what was exported can be imported', () => {
  expect(readLayoutFile(layoutFileText('夜盘 1', 2, content), 'Workspace')).toEqual({
    ok: true,
    value: { name: '夜盘 1', version: 2, content },
  });
});

it('a file of a later version is taken as it is', () => {
  expect(readLayoutFile(layoutFileText('Later', 9, { new: true }), 'x')).toMatchObject({ ok: true, value: { version: 9 } });
});

it('a file that is none of ours is refused by the field that is wrong', () => {
  expect(codeOf('no json')).toBe('LAYOUT_FILE_FOREIGN tessera');
  expect(codeOf('{"name":"x"}')).toBe('LAYOUT_FILE_FOREIGN tessera');
  expect(codeOf('{"tessera":"layout","version":"2","content":{}}')).toBe('LAYOUT_FILE_FOREIGN version');
  expect(codeOf('{"tessera":"layout","version":2,"content":[]}')).toBe('LAYOUT_FILE_FOREIGN content');
  expect(codeOf('{"tessera":"layout","version":2,"content":{"root":1}}')).toBe('LAYOUT_FILE_FOREIGN content');
  expect(codeOf(layoutFileText('x', 2, { root: null, text: 'x'.repeat(600_000) }))).toBe('LAYOUT_TOO_LARGE content');
});

it('a file that nests without end is refused in words, whatever its version', () => {
  const nested = (version: number, depth: number) =>
    `{"tessera":"layout","version":${version},"content":{"root":null,"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
  for (const version of [2, 9]) {
    expect(codeOf(nested(version, 50))).toBe('ok');
    for (const depth of [200, 20_000]) expect(codeOf(nested(version, depth))).toBe('LAYOUT_FILE_FOREIGN content');
  }
});

it('a name that cannot be one gives way to the usual name', () => {
  const named = (name: unknown) => {
    const read = readLayoutFile(JSON.stringify({ tessera: 'layout', version: 2, name, content }), 'Workspace');
    return read.ok ? read.value.name : null;
  };
  expect([named('  a\u0000b  '), named('\u200b'), named(7), named('x'.repeat(200))]).toEqual([
    'ab',
    'Workspace',
    'Workspace',
    'x'.repeat(60),
  ]);
  expect(layoutFileName('Trade / night')).toBe('tessera-Trade-night.json');
});
