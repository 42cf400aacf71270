import { type DrawingTool, line, text } from './tool.ts';

export const textTools: readonly DrawingTool[] = [
  {
    id: 'text',
    family: 'text',
    icon: 'M3 3.500h10M8 3.500V13',
    clicks: 1,
    hasText: true,
    draw: ({ points: [a], text: words }) => (a === undefined ? [] : [text(a, words)]),
  },
  {
    id: 'note',
    family: 'text',
    icon: 'M2 2.500h12v8H8l-3 3v-3H2z',
    clicks: 2,
    hasText: true,
    draw: ({ points: [a, b], text: words }) => (a === undefined || b === undefined ? [] : [line(a, b), text(b, words, 'left', true)]),
  },
  {
    id: 'price-label',
    family: 'text',
    icon: 'M2 4h8l4 4-4 4H2z',
    clicks: 1,
    draw: ({ points: [a], prices: [price = 0], priceText }) => (a === undefined ? [] : [text(a, priceText(price), 'left', true)]),
  },
];
