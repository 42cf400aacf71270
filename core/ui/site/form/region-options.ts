import { regionCodes } from '../../../domain/forms/regions.ts';
import type { FormOption } from './form-field.tsx';

/** Countries and regions as the language calls and sorts them. What is sent is the English name, so that whoever reads it needs no table. */
export function regionOptions(language: string): readonly FormOption[] {
  const nameIn = (one: string) => new Intl.DisplayNames(one, { type: 'region' });
  const [own, english] = [nameIn(language), nameIn('en')];
  const { compare } = new Intl.Collator(language);
  return regionCodes
    .map((code) => ({ value: english.of(code) ?? code, label: own.of(code) ?? code }))
    .sort((a, b) => compare(a.label, b.label));
}
