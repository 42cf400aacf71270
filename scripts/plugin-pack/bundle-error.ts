import { stripVTControlCharacters } from 'node:util';

/** A plugin cannot become a package; the message says why. */
export class BundleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BundleError';
  }
}

/** What a build of the plugin stumbled over, a sentence for each place: file, line and reason, without the frames of the tools. */
export function bundleErrorOf(entry: string, error: unknown): BundleError {
  const { errors = [error] } = error as { readonly errors?: readonly unknown[] };
  return new BundleError(errors.map((one) => (one instanceof BundleError ? one.message : sentenceOf(entry, one))).join('\n'));
}

/** A bundler draws the place under its first line: `╭─[ plugins/strategy-dip/strategy.ts:1:11 ]`. */
function sentenceOf(entry: string, error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const [, place = entry] = /╭─\[ (.+?) \]/.exec(text) ?? [];
  return `${place}: ${firstLine(text).replace(/^\[[^\]]+\] /, '')}`;
}

/** Of what loading a file threw, without the tool's own heading. */
export function firstLine(text: string): string {
  const [first = '', second = ''] = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return first.startsWith('Transform failed') ? second : first;
}
