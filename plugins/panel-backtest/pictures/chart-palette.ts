import type { PictureColours } from '../../../core/ui/index.ts';

/** Colours of the charts, by the theme's tokens. */
export const paletteTokens = {
  up: 'up',
  down: 'down',
  line: 'line',
  muted: 'muted',
  text: 'text',
  surface: 'surface',
  accent: 'accent',
  warn: 'warn',
  orange: 'link-orange',
  violet: 'link-violet',
  teal: 'link-teal',
} as const;
export type ChartPalette = PictureColours<keyof typeof paletteTokens>;

/** Colours of runs side by side, in order. */
export const comparedColours = ['accent', 'orange', 'violet', 'teal', 'warn'] as const satisfies readonly (keyof ChartPalette)[];
