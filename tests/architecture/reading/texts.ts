import { readSource } from './source-files.ts';

export const languages = ['en', 'zh-CN', 'zh-TW'] as const;

/** Key (`table.resize`) → text of one file; nested objects are joined with dots. */
export function readTexts(file: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (prefix: string, value: unknown): void => {
    if (typeof value === 'string') texts.set(prefix, value);
    else for (const [key, inner] of Object.entries(value as object)) add(prefix === '' ? key : `${prefix}.${key}`, inner);
  };
  add('', JSON.parse(readSource(file)) as unknown);
  return texts;
}

/** A key without its plural ending: English has `_one` and `_other`, Chinese only `_other`. */
export const baseKey = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** What a text has filled in, with the format that it is shown in. */
export const filledIn = (text: string): readonly string[] => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort();

export const placeholdersOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)(?:, [^}]*)?\}\}/g)].map(([, name = '']) => name))].sort();

/** Half-width marks after Chinese, half-width brackets beside it, the quotes of the other script, and the familiar word for the user, whom all texts call 您. */
export function chineseFaults(text: string, language: string): readonly string[] {
  const isSimplified = language === 'zh-CN';
  const brackets = /\p{Script=Han} ?\(|\([^()]*\p{Script=Han}/u;
  return [/[\p{Script=Han}」”）][,?:;!]/u, brackets, /你/, isSimplified ? /[「」]/ : /[“”]/].flatMap(
    (fault) => fault.exec(text)?.[0] ?? [],
  );
}
