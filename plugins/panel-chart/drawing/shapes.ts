import { area, corners, type DrawingTool, line, type Pixel } from './tool.ts';

const ellipseSteps = 48;

function ellipse(a: Pixel, b: Pixel): readonly Pixel[] {
  const center = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return Array.from({ length: ellipseSteps }, (_, step) => {
    const angle = (2 * Math.PI * step) / ellipseSteps;
    return { x: center.x + (Math.abs(b.x - a.x) / 2) * Math.cos(angle), y: center.y + (Math.abs(b.y - a.y) / 2) * Math.sin(angle) };
  });
}

export const shapeTools: readonly DrawingTool[] = [
  {
    id: 'rectangle',
    family: 'shape',
    icon: 'M2 4h12v8H2z',
    clicks: 2,
    draw: ({ points: [a, b] }) => (a === undefined || b === undefined ? [] : [area(...corners(a, b))]),
  },
  {
    id: 'circle',
    family: 'shape',
    icon: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11',
    clicks: 2,
    draw: ({ points: [a, b] }) =>
      a === undefined || b === undefined ? [] : [{ kind: 'circle', center: a, radius: Math.hypot(b.x - a.x, b.y - a.y) }],
  },
  {
    id: 'ellipse',
    family: 'shape',
    icon: 'M8 4.500c3.600 0 6.500 1.600 6.500 3.500s-2.900 3.500-6.500 3.500S1.500 9.900 1.500 8 4.400 4.500 8 4.500',
    clicks: 2,
    draw: ({ points: [a, b] }) => (a === undefined || b === undefined ? [] : [area(...ellipse(a, b))]),
  },
  {
    id: 'triangle',
    family: 'shape',
    icon: 'M8 3 14 13H2z',
    clicks: 3,
    draw: ({ points: [a, b, c] }) => {
      if (a === undefined || b === undefined) return [];
      return c === undefined ? [line(a, b)] : [area(a, b, c)];
    },
  },
  {
    id: 'polyline',
    family: 'shape',
    icon: 'M2 12 6 5l3.500 5L14 3',
    clicks: 'many',
    draw: ({ points }) => (points.length < 2 ? [] : [line(...points)]),
  },
  {
    id: 'brush',
    family: 'shape',
    icon: 'M2 13c2.500 0 3-1.500 3-2.500S6 9 7 9s1.500 1 1.500 2M7.500 9 13 2.500l1 1L8.500 10',
    clicks: 'freehand',
    draw: ({ points }) => (points.length < 2 ? [] : [line(...points)]),
  },
];
