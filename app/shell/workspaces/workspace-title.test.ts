import { expect, it } from 'vitest';
import en from '../../../locales/en/app.json' with { type: 'json' };
import zhCn from '../../../locales/zh-CN/app.json' with { type: 'json' };
import zhTw from '../../../locales/zh-TW/app.json' with { type: 'json' };
import { readyNames } from '../../layout/presets/ready-layouts.ts';
import { givenNames, workspaceTitle } from './workspace-title.ts';

const sayIn =
  (words: object) =>
  (key: string): string =>
    (words as Readonly<Record<string, string>>)[key] ?? key;

it('says the name that the product gave in the language of the reader, also with a number behind it', () => {
  expect(workspaceTitle('超短线', sayIn(en))).toBe('Scalper');
  expect(workspaceTitle('Market maker', sayIn(zhTw))).toBe('造市');
  expect(workspaceTitle('Workspace 2', sayIn(zhCn))).toBe('工作区 2');
  expect(workspaceTitle('Trade (2)', sayIn(zhCn))).toBe('交易 (2)');
});

it.each(['Scalper BTC', 'My trade', '', '7', '  '])('leaves a name that a person gave as it is: %j', (name) => {
  expect(workspaceTitle(name, sayIn(zhCn))).toBe(name);
});

it('knows every name that is given, in every language', () => {
  const given = Object.entries(givenNames).map(([key, names]) => [key, [...names]]);
  const spoken = ['workspace.first', 'workspace.another', 'workspace.ai', ...readyNames.map((name) => `workspace.ready.${name}`)];
  expect(given).toEqual(spoken.map((key) => [key, [...new Set([en, zhCn, zhTw].map((words) => sayIn(words)(key)))]]));
});
