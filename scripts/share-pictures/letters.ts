import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import decompress from 'woff2-encoder/decompress';
import type { Language } from '../../core/client/settings/language.ts';

const resolve = createRequire(import.meta.url).resolve;

/** Fonts of packages, so that a build draws the same on a machine that has none. */
const families: Readonly<Record<Language, readonly string[]>> = {
  en: ['inter'],
  'zh-CN': ['inter', 'noto-sans-sc'],
  'zh-TW': ['inter', 'noto-sans-tc'],
};

interface Slice {
  readonly file: string;
  /** Code points, both ends among them. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** The parts that a family of `@fontsource-variable` is cut into, each with the letters that it has. */
function slicesOf(family: string): readonly Slice[] {
  const folder = dirname(resolve(`@fontsource-variable/${family}/package.json`));
  const parts = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(parts).map(([name, text]) => ({
    file: join(folder, 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: text.split(',').map((range) => {
      const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
}

/** A text of one size and weight, as paths whose first letter begins at 0 on the line. */
export interface Outline {
  readonly width: number;
  readonly path: string;
}

/** Turns texts into paths: the pictures then need no font where they are drawn. */
export class Letters {
  readonly #slices = new Map<string, readonly Slice[]>();
  readonly #fonts = new Map<string, Promise<Font>>();

  /** Throws for a letter that no font of the language has. */
  async outline(text: string, language: Language, size: number, weight: number): Promise<Outline> {
    const paths: string[] = [];
    let width = 0;
    for (const run of this.#runs(text, language)) {
      const font = await this.#font(run.file, weight);
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(run.text);
      for (const [at, glyph] of glyphs.entries()) {
        const place = positions[at];
        paths.push(
          glyph.path
            .scale(scale, -scale)
            .translate(width + (place?.xOffset ?? 0) * scale, 0)
            .toSVG(),
        );
        width += (place?.xAdvance ?? 0) * scale;
      }
    }
    return { width, path: paths.join('') };
  }

  /** Parts of the text that one file has all letters of. */
  #runs(text: string, language: Language): readonly { readonly file: string; readonly text: string }[] {
    const runs: { file: string; text: string }[] = [];
    for (const letter of text) {
      const file = this.#fileOf(letter, language);
      const last = runs.at(-1);
      if (last?.file === file) last.text += letter;
      else runs.push({ file, text: letter });
    }
    return runs;
  }

  #fileOf(letter: string, language: Language): string {
    const code = letter.codePointAt(0) ?? 0;
    for (const family of families[language]) {
      const slices = this.#slices.get(family) ?? slicesOf(family);
      this.#slices.set(family, slices);
      const slice = slices.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
      if (slice !== undefined) return slice.file;
    }
    throw new Error(`no font of ${language} has the letter "${letter}"`);
  }

  #font(file: string, weight: number): Promise<Font> {
    const key = `${file} ${weight}`;
    const font = this.#fonts.get(key) ?? this.#open(file, weight);
    this.#fonts.set(key, font);
    return font;
  }

  async #open(file: string, weight: number): Promise<Font> {
    const font = create(Buffer.from(await decompress(readFileSync(file))));
    if (!('getVariation' in font)) throw new Error(`${file} holds several fonts`);
    return font.getVariation({ wght: weight });
  }
}
