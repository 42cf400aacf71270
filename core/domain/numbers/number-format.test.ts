import { describe, expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from '../../../tests/architecture/reading/source-files.ts';

/** Where numbers become text, and who may do it elsewhere. */
const allowedFiles: readonly string[] = [
  'core/domain/numbers/fixed-decimal.ts',
  // Reads thousands as people type them.
  'core/ui/text/decimal-text.ts',
  // Units are words of the reader's language: 2 minutes, 1.2 MB.
  'core/islands/form/file-field.ts',
  'core/islands/form/form-island.ts',
];

const own = /\.to(Fixed|Precision|LocaleString)\(|Intl\.NumberFormat|\\d\{3\}\)\+/;

const formats = (source: string): readonly string[] =>
  source.split('\n').flatMap((line, at) => (own.test(line) ? [`line ${at + 1}: ${line.trim()}`] : []));

describe('numbers', () => {
  it('are written by core/domain/numbers alone: every panel, message and field shows them the same way', () => {
    const checked = sourceFiles().filter(
      (file) => /^(app|plugins|core)\//.test(file) && !isTest(file) && !/\/testing\//.test(file) && !allowedFiles.includes(file),
    );
    const found = checked.flatMap((file) => formats(readSource(file)).map((use) => `${file}, ${use}`));
    expect(found, 'use number-text.ts for people and fixed-decimal.ts for code, both of core/domain/numbers').toEqual([]);
  });

  it.each([
    'value.toFixed(2)',
    "count.toLocaleString('en')",
    'new Intl.NumberFormat(language)',
    String.raw`text.replace(/\B(?=(\d{3})+$)/g, ',')`,
  ])('are found where a file formats by itself: %s', (source) => {
    expect(formats(source)).toHaveLength(1);
  });
});
