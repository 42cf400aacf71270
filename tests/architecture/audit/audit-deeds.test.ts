import { expect, it } from 'vitest';
import { auditDeeds, auditGroups } from '../../../core/domain/audit/audit-deeds.ts';
import en from '../../../plugins/page-audit/locales/en.json' with { type: 'json' };
import zhCn from '../../../plugins/page-audit/locales/zh-CN.json' with { type: 'json' };
import zhTw from '../../../plugins/page-audit/locales/zh-TW.json' with { type: 'json' };
import { isTest, readSource, sourceFiles } from '../reading/source-files.ts';

const deeds: readonly string[] = Object.values(auditDeeds).flat();
const kinds = new Set(deeds.map((deed) => deed.split('.')[0] ?? ''));

/** Words that look like a deed and are something else. */
const others = new Set([
  ...['orders.cancel', 'orders.place', 'orders.read', 'risk.release', 'orders.placing', 'platform.json', 'package.json'],
  ...['strategy.js', 'strategy.ts', 'plugin-set.saved', 'money.movement'],
]);
/** Deeds whose second word is put in; what it can be stands in the type beside it. */
const filled: Readonly<Record<string, readonly string[]>> = {
  'package.': ['installed', 'updated', 'granted', 'enabled', 'disabled', 'removed'],
  'package-key.': ['trusted', 'distrusted'],
  'session.': ['opened', 'closed'],
};

/** Where the audit is written: servers and their tools, not pages. */
const isWriter = (file: string): boolean =>
  !isTest(file) && (/^(server|core\/contract)\//.test(file) || /^plugins\/(service|venue)-[^/]+\//.test(file)) && !file.endsWith('.tsx');

const literal = /(action: )?['`]([a-z][a-z-]*)\.([a-z][a-z-]*|(?=\$\{))(\$\{)?[^'`\n]*['`]/g;
/** Deeds that a source names: anything said to be an action, and whatever begins as a known kind does. */
function deedsIn(source: string): readonly string[] {
  return [...source.matchAll(literal)].flatMap(([, said, kind = '', word = '', filling]) => {
    if (said === undefined && !kinds.has(kind)) return [];
    if (filling !== undefined) return (filled[`${kind}.`] ?? ['?']).map((one) => `${kind}.${one}`);
    return others.has(`${kind}.${word}`) ? [] : [`${kind}.${word}`];
  });
}

it('every deed that is written anywhere stands under a kind', () => {
  const written = sourceFiles()
    .filter(isWriter)
    .filter((file) => /audit|OwnTrace|ownTraces/i.test(readSource(file)))
    .flatMap((file) => deedsIn(readSource(file)).map((deed) => ({ file, deed })));
  expect(written.length).toBeGreaterThan(deeds.length);
  expect(written.filter(({ deed }) => !deeds.includes(deed))).toEqual([]);
  const words = new Set(written.map(({ deed }) => deed));
  expect(
    deeds.filter((deed) => !words.has(deed)),
    'nobody writes these any more',
  ).toEqual([]);
});

it('every deed stands under one kind alone, and has a sentence in each language', () => {
  expect(deeds.filter((deed, at) => deeds.indexOf(deed) !== at)).toEqual([]);
  for (const texts of [en, zhCn, zhTw] as readonly Readonly<Record<string, string>>[]) {
    expect(deeds.filter((deed) => !texts[`action.${deed}`])).toEqual([]);
    expect(auditGroups.filter((group) => !texts[`group.${group}`])).toEqual([]);
  }
});

it('a deed that has no kind is found, however it is written', () => {
  expect(deedsIn("append({ action: 'moon.landed', subject })")).toEqual(['moon.landed']);
  expect(deedsIn("entryOf(note, 'person.promoted', user)")).toEqual(['person.promoted']);
  expect(deedsIn(['action: `package.$', '{deed}`'].join(''))).toContain('package.updated');
});
