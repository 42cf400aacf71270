import { describe, expect, it } from 'vitest';
import { isTest, readSource, repositoryFiles, sourceFiles } from './reading/source-files.ts';
import { type TextUsage, textUsageOf } from './reading/text-usage.ts';
import { baseKey, chineseFaults, filledIn, languages, readTexts } from './reading/texts.ts';

/**
 * A namespace is a plugin (its id) or a file of locales/en. Keys are found in the sources by a static scan (text-usage.ts):
 * a literal in `t(…)` must exist; an existing key must stand somewhere in the namespace's sources or manifest as a literal,
 * or begin like a key that is put together there.
 */
interface Namespace {
  readonly name: string;
  readonly fileOf: (language: string) => string;
  readonly isOwn: (file: string) => boolean;
  readonly manifestText: string;
}

const files = repositoryFiles();
const pluginIds = [...new Set(files.flatMap((file) => /^plugins\/([^/_][^/]*)\/plugin\.json$/.exec(file)?.[1] ?? []))];
const shared = files.flatMap((file) => /^locales\/en\/(.+)\.json$/.exec(file)?.[1] ?? []);

/** Rooms that write with the words of a plugin, which gives them when it calls. */
const lentTo: Readonly<Record<string, string>> = { 'panel-backtest': 'core/report/' };

/** Letters of the house itself are written by its server. */
const letterFiles: readonly string[] = [
  'server/deliveries/push/test-notice.ts',
  'server/deliveries/test-sms.ts',
  'server/mail/test-mail.ts',
  'server/money/approval-notice.ts',
  'server/news/authorisation-words.ts',
  'server/news/deal-words.ts',
  'server/news/instance-news.ts',
  'server/platform/closed-notice.ts',
  'server/session/sign-in-notice.ts',
];

const namespaces: readonly Namespace[] = [
  ...pluginIds.map((id) => ({
    name: id,
    fileOf: (language: string) => `plugins/${id}/locales/${language}.json`,
    isOwn: (file: string) => file.startsWith(`plugins/${id}/`) || file.startsWith(lentTo[id] ?? `plugins/${id}/`),
    manifestText: readSource(`plugins/${id}/plugin.json`),
  })),
  ...shared.map((name) => ({
    name,
    fileOf: (language: string) => `locales/${language}/${name}.json`,
    isOwn: (file: string) => (name === 'letters' ? letterFiles.includes(file) : /^(app|core|schemas)\//.test(file)),
    manifestText: '',
  })),
];

const usageOf = new Map<string, TextUsage>(
  sourceFiles()
    .filter((file) => (!isTest(file) && /^(app|core|plugins|schemas)\//.test(file)) || letterFiles.includes(file))
    .map((file) => [file, textUsageOf(file, readSource(file))]),
);

const existingFiles = new Set(files);

describe.each(namespaces.map((namespace) => [namespace.name, namespace] as const))('the texts of %s', (name, namespace) => {
  const textsIn = (language: string) => {
    const file = namespace.fileOf(language);
    return existingFiles.has(file) ? readTexts(file) : new Map<string, string>();
  };
  const english = textsIn('en');
  const keys = new Set([...english.keys()].map(baseKey));
  const own = [...usageOf].filter(([file]) => namespace.isOwn(file)).map(([, usage]) => usage);

  it.each(languages)('have the same keys and placeholders in %s as in English, and no empty text', (language) => {
    const texts = textsIn(language);
    expect([...new Set([...texts.keys()].map(baseKey))].sort()).toEqual([...keys].sort());
    for (const [key, text] of texts) {
      const original = english.get(key) ?? english.get(`${baseKey(key)}_other`) ?? '';
      expect({ key, placeholders: filledIn(text), isEmpty: text.trim() === '' }).toEqual({
        key,
        placeholders: filledIn(original),
        isEmpty: false,
      });
    }
  });

  it.each(languages.filter((language) => language !== 'en'))('are set in %s as Chinese is', (language) => {
    for (const [key, text] of textsIn(language)) expect({ key, faults: chineseFaults(text, language) }).toEqual({ key, faults: [] });
  });

  it('exist for every key that a source asks for', () => {
    const asked = [...usageOf.values()].flatMap(({ uses }) => uses.filter((use) => use.namespace === name).map((use) => use.key));
    const inManifest = [...namespace.manifestText.matchAll(/"([a-z][\w-]*)\.([\w.-]+)"/g)].flatMap(([, prefix, key = '']) =>
      prefix === name ? [key] : [],
    );
    expect([...new Set([...asked, ...inManifest])].filter((key) => !keys.has(key)).sort()).toEqual([]);
  });

  // The texts of errors are asked for by code; the catalogue's own test holds them in step.
  if (name === 'errors') return;
  it('are all used', () => {
    const isUsed = (key: string) =>
      namespace.manifestText.includes(`"${name}.${key}"`) ||
      own.some(
        ({ literals, beginnings }) =>
          literals.has(key) ||
          literals.has(`${name}.${key}`) ||
          // The title of a line that a strategy plots goes by the line's name.
          (key.startsWith('plot.') && literals.has(key.slice('plot.'.length))) ||
          beginnings.some((beginning) => key.startsWith(beginning) || `${name}.${key}`.startsWith(beginning)),
      );
    expect([...keys].filter((key) => !isUsed(key)).sort()).toEqual([]);
  });
});

describe('the scan for texts', () => {
  it('finds keys in calls, in both branches of a condition, in tables and in templates', () => {
    const source = [
      "const t = useText('ui'); t('close'); t(open ? 'a.b' : 'a.c', { n });",
      "texts.t('other', 'd.e'); const table = { key: 'f.g' };",
      `t(\`side.$\{side}\`);`,
    ].join('\n');
    const usage = textUsageOf('x.ts', source);
    expect(usage.uses).toEqual([
      { namespace: 'ui', key: 'close' },
      { namespace: 'ui', key: 'a.b' },
      { namespace: 'ui', key: 'a.c' },
      { namespace: 'other', key: 'd.e' },
    ]);
    expect(usage.literals.has('f.g')).toBe(true);
    expect(usage.beginnings).toEqual(['side.']);
  });
});
