import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { languages } from '../../core/client/settings/language.ts';

const folder = fileURLToPath(new URL('../../locales/', import.meta.url));
const textsOf = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')) as Record<string, string>;
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+(?:, \w+)?)\}\}/g)].map((match) => match[1] ?? '').sort();

it.each(readdirSync(`${folder}en`))('%s has the same keys and placeholders in every language, and no empty text', (file) => {
  const english = textsOf('en', file);
  for (const language of languages) {
    const texts = textsOf(language, file);
    expect(Object.keys(texts).sort(), language).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(english[key] ?? ''));
    }
  }
});
