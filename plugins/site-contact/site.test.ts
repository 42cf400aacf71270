import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { contactAssetRanges, contactBusinesses, contactInterests, contactRules } from '../../core/domain/forms/contact-form.ts';
import { regionCodes } from '../../core/domain/forms/regions.ts';
import { drawnPages } from '../../tests/kit/site.ts';

let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  pages = await drawnPages(fileURLToPath(new URL('.', import.meta.url)), '/contact-us');
});

/** Values and labels of a field's options, as a page draws them. */
const optionsOf = (page: string, field: string): readonly (readonly [string, string])[] => {
  const select = new RegExp(`<select[^>]*name="${field}".*?</select>`, 's').exec(page)?.[0] ?? '';
  return [...select.matchAll(/<option value="([^"]+)">([^<]*)</g)].map(([, value = '', label = '']) => [plain(value), plain(label)]);
};
const plain = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('&#x27;', "'");

describe('the contact page', () => {
  it.each([
    'en',
    'zh-CN',
    'zh-TW',
  ])('asks in %s for every field of the form, each with its label, and needs all but the position', (language) => {
    const page = pages[language] ?? '';
    for (const [field, { required }] of Object.entries(contactRules)) {
      expect(page, field).toContain(`for="form-${field}"`);
      const control = new RegExp(`<(input|select)[^>]* name="${field}"[^>]*>`).exec(page)?.[0] ?? '';
      expect(control.includes('required'), field).toBe(required);
    }
  });

  it.each(['en', 'zh-CN', 'zh-TW'])('offers in %s the options that the server takes, by names of that language', (language) => {
    const page = pages[language] ?? '';
    for (const [field, values] of [
      ['interest', contactInterests],
      ['business', contactBusinesses],
      ['assetRange', contactAssetRanges],
    ] as const)
      expect(optionsOf(page, field).map(([value]) => value)).toEqual(values);
    const countries = new Map(optionsOf(page, 'country'));
    expect(countries.size).toBe(regionCodes.length);
    expect(countries.get('Singapore')).toBe({ en: 'Singapore', 'zh-CN': '新加坡', 'zh-TW': '新加坡' }[language]);
  });

  it('says what to do where no script runs, and sends nothing there by itself', () => {
    expect(pages.en).toMatch(/<noscript><p[^>]*>This form is sent by a script: turn JavaScript on/);
    expect(pages.en).toMatch(/<button[^>]*type="submit"[^>]*disabled/);
  });
});
