import { area, between, beyond, type DrawingTool, difference, line, shifted } from './tool.ts';

export const channelTools: readonly DrawingTool[] = [
  {
    id: 'parallel',
    family: 'channel',
    icon: 'M1.500 10 11 2.500M5 14.500l9.500-7.500',
    clicks: 3,
    draw: ({ points: [a, b, c] }) => {
      if (a === undefined || b === undefined) return [];
      if (c === undefined) return [line(a, b)];
      const by = difference(c, a);
      const far = [shifted(a, by), shifted(b, by)] as const;
      return [area(a, b, far[1], far[0]), line(a, b), line(...far), line(between(a, far[0], 0.5), between(b, far[1], 0.5))];
    },
  },
  {
    id: 'straight-channel',
    family: 'channel',
    icon: 'M1 11 12 1M4 15 15 5M2.500 13 13.500 3',
    clicks: 3,
    draw: ({ points: [a, b, c], ...input }) => {
      if (a === undefined || b === undefined) return [];
      const through = (from: typeof a, to: typeof a) => line(beyond(to, from, input), beyond(from, to, input));
      if (c === undefined) return [through(a, b)];
      const by = difference(c, a);
      return [through(a, b), through(shifted(a, by), shifted(b, by))];
    },
  },
  {
    id: 'pitchfork',
    family: 'channel',
    icon: 'M2 8h12M5 3.500h9M5 12.500h9M5 3.500v9',
    clicks: 3,
    draw: ({ points: [a, b, c], ...input }) => {
      if (a === undefined || b === undefined) return [];
      if (c === undefined) return [line(a, b)];
      const middle = between(b, c, 0.5);
      const way = difference(middle, a);
      return [
        line(b, c),
        line(a, beyond(a, middle, input)),
        line(b, beyond(b, shifted(b, way), input)),
        line(c, beyond(c, shifted(c, way), input)),
      ];
    },
  },
];
