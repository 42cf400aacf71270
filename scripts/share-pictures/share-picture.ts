import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { type SharedPage, shareSize } from '../../app/site/share.ts';
import type { Language } from '../../core/client/settings/language.ts';
import { walk } from '../../core/ui/site/drawn-series.ts';
import type { Letters } from './letters.ts';
import { balancedLines } from './lines.ts';

const margin = 76;
const titleWidth = 630;
const mostLines = 3;
const tile = { pitch: 26, size: 21, columns: 17, rows: 20 } as const;

/** The dark theme's colours, by their names in the style sheet. */
const colours: ReadonlyMap<string, string> = new Map(
  [...(readFileSync('app/shell/theme/tokens.css', 'utf8').split('}')[0] ?? '').matchAll(/--tessera-([\w-]+): (#[\da-f]{6});/g)].map(
    ([, name = '', colour = '']) => [name, colour],
  ),
);
const colour = (name: string): string => {
  const found = colours.get(name);
  if (found === undefined) throw new Error(`the theme has no colour "${name}"`);
  return found;
};

const mark = readFileSync('app/public/mark.svg', 'utf8');

/** What a shared link shows of a page: its title, the product's mark, and a market laid of tiles. A PNG file. */
export async function sharePicture({ language, title, path }: SharedPage, letters: Letters): Promise<Uint8Array> {
  const name = await letters.outline('Tessera', 'en', 36, 650);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">`,
    `<rect width="100%" height="100%" fill="${colour('canvas')}"/>`,
    tiles(path),
    mark.replace('<svg ', `<svg x="${margin - 13}" y="${margin - 13}" width="70" height="70" `),
    `<path transform="translate(${margin + 60} ${margin + 35})" fill="${colour('text')}" d="${name.path}"/>`,
    await heading(title, language, letters),
    '</svg>',
  ].join('');
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

/** As large as it fits, its last line at the foot of the picture. */
async function heading(title: string, language: Language, letters: Letters): Promise<string> {
  const weight = 660;
  for (let size = 78; ; size -= 6) {
    const measured = async (text: string): Promise<number> => (await letters.outline(text, language, size, weight)).width;
    const lines = await balancedLines(title, language, titleWidth, measured);
    if (lines.length > mostLines && size > 40) continue;
    const step = size * (language === 'en' ? 1.12 : 1.26);
    const drawn = await Promise.all(lines.map((line) => letters.outline(line, language, size, weight)));
    return drawn
      .map(({ path }, at) => {
        const y = shareSize.height - margin - 8 - (lines.length - 1 - at) * step;
        return `<path transform="translate(${margin} ${y})" fill="${colour('text')}" d="${path}"/>`;
      })
      .join('');
  }
}

/** From the right edge, growing faint towards the words. */
function tiles(path: string): string {
  const seed = [...path].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003, 7);
  const line = walk({ seed, steps: tile.columns, drift: 0.25 }).map((value) => Math.round((1 - value) * (tile.rows - 7)) + 3);
  const left = shareSize.width - tile.columns * tile.pitch - margin / 2;
  return line
    .flatMap((own, column) =>
      Array.from({ length: tile.rows }, (_, row) => {
        const fill = row < own ? colour('line') : colour('accent');
        const strength = row === own ? 1 : row > own ? 0.22 : 0.5;
        const opacity = (strength * Math.min(1, (column + 1) / tile.columns + 0.1)).toFixed(2);
        const [x, y] = [left + column * tile.pitch, margin / 2 + row * tile.pitch + 17];
        return `<rect x="${x}" y="${y}" width="${tile.size}" height="${tile.size}" fill="${fill}" opacity="${opacity}"/>`;
      }),
    )
    .join('');
}
