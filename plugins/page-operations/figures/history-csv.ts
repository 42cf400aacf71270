import type { OperationsHistory } from '../../../schemas/wire/operations.ts';

/** A line for each point, its time in UTC; numbers as they were measured. */
export const csvOf = ({ points }: Pick<OperationsHistory, 'points'>): string =>
  ['time,mean,most', ...points.map(({ at, mean, most }) => `${new Date(at).toISOString()},${mean},${most}`)]
    .map((line) => `${line}\r\n`)
    .join('');
