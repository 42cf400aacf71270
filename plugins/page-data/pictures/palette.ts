import type { PictureColours } from '../../../core/ui/index.ts';

/** Colours of the pictures, by the theme's tokens. */
export const paletteTokens = {
  up: 'up',
  down: 'down',
  line: 'line',
  muted: 'muted',
  faint: 'faint',
  text: 'text',
  surface: 'surface',
  raised: 'raised',
  accent: 'accent',
  orange: 'link-orange',
} as const;
export type Palette = PictureColours<keyof typeof paletteTokens>;

/** The colour of a token, which is written as `#rrggbb`, at an opacity from 0 to 1. */
export const faded = (colour: string, opacity: number): string =>
  `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;

/** From extreme fear to extreme greed. */
export const regimeColours = ({ up, down, muted }: Palette): readonly string[] => [
  down,
  faded(down, 0.5),
  faded(muted, 0.45),
  faded(up, 0.5),
  up,
];
