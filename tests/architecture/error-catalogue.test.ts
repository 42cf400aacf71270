import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { paramsOf } from '../../core/contract/error-texts.ts';
import { languages, placeholdersOf, readTexts } from './reading/texts.ts';

const entries = Object.entries(errorCatalogue);

describe('the error catalogue', () => {
  it('gives every code a number of its own', () => {
    expect(new Set(entries.map(([, { number }]) => number)).size).toBe(entries.length);
  });

  it.each(languages)('has a text for every code and no other in %s', (language) => {
    const keys = [...readTexts(`locales/${language}/errors.json`).keys()].filter((key) => !key.startsWith('field.'));
    // An error may have other texts for parameters that are missing or zero, or for a field.
    const codes = [...new Set(keys.map((key) => key.replace(/_(brief|at_[a-z_]+|no_[a-z]+)$/, '')))];
    expect(codes.sort()).toEqual(entries.map(([code]) => code).sort());
  });

  it.each(languages)('fills every placeholder in %s from the parameters of the code, and leaves none out', (language) => {
    const texts = readTexts(`locales/${language}/errors.json`);
    for (const [code] of entries) {
      expect({ code, params: placeholdersOf(texts.get(code) ?? '') }).toEqual({ code, params: [...paramsOf(code)].sort() });
    }
  });
});
