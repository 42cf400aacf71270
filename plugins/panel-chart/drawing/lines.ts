import { beyond, type DrawingTool, line, type Pixel, type Shape, text } from './tool.ts';

/** Tools of two points: nothing is drawn before the second. */
const two =
  (draw: (a: Pixel, b: Pixel, input: Parameters<DrawingTool['draw']>[0]) => readonly Shape[]): DrawingTool['draw'] =>
  (input) => {
    const [a, b] = input.points;
    return a === undefined || b === undefined ? [] : draw(a, b, input);
  };

function head(from: Pixel, to: Pixel): readonly Shape[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number): Pixel => ({ x: to.x - 12 * Math.cos(angle + turn), y: to.y - 12 * Math.sin(angle + turn) });
  return [line(wing(0.45), to, wing(-0.45))];
}

export const lineTools: readonly DrawingTool[] = [
  {
    id: 'segment',
    family: 'line',
    icon: 'M3 13 13 3M2 12h2v2H2zM12 2h2v2h-2z',
    clicks: 2,
    draw: two((a, b) => [line(a, b)]),
  },
  {
    id: 'ray',
    family: 'line',
    icon: 'M3 13 14 2M2 12h2v2H2z',
    clicks: 2,
    draw: two((a, b, input) => [line(a, beyond(a, b, input))]),
  },
  {
    id: 'straight',
    family: 'line',
    icon: 'M1.500 14.500 14.500 1.500M5 10h1.500v1.500H5zM9.500 5.500H11V7H9.500z',
    clicks: 2,
    draw: two((a, b, input) => [line(beyond(b, a, input), beyond(a, b, input))]),
  },
  {
    id: 'arrow',
    family: 'line',
    icon: 'M3 13 13 3M7.500 3H13v5.500',
    clicks: 2,
    draw: two((a, b) => [line(a, b), ...head(a, b)]),
  },
  {
    id: 'horizontal',
    family: 'line',
    icon: 'M1.500 8h13M7 7h2v2H7z',
    clicks: 1,
    draw: ({ points: [a], prices: [price = 0], width, priceText }) =>
      a === undefined ? [] : [line({ x: 0, y: a.y }, { x: width, y: a.y }), text({ x: 6, y: a.y - 3 }, priceText(price))],
  },
  {
    id: 'horizontal-ray',
    family: 'line',
    icon: 'M4 8h10.500M2 7h2v2H2z',
    clicks: 1,
    draw: ({ points: [a], prices: [price = 0], width, priceText }) =>
      a === undefined ? [] : [line(a, { x: width, y: a.y }), text({ x: a.x + 6, y: a.y - 3 }, priceText(price))],
  },
  {
    id: 'vertical',
    family: 'line',
    icon: 'M8 1.500v13M7 7h2v2H7z',
    clicks: 1,
    draw: ({ points: [a], height }) => (a === undefined ? [] : [line({ x: a.x, y: 0 }, { x: a.x, y: height })]),
  },
  {
    id: 'cross',
    family: 'line',
    icon: 'M8 1.500v13M1.500 8h13',
    clicks: 1,
    draw: ({ points: [a], width, height }) =>
      a === undefined ? [] : [line({ x: a.x, y: 0 }, { x: a.x, y: height }), line({ x: 0, y: a.y }, { x: width, y: a.y })],
  },
];
