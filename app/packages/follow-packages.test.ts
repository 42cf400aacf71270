import { expect, it } from 'vitest';
import type { OwnPlugin } from '../../core/contract/plugin-sets.ts';
import { followPackages } from './follow-packages.ts';
import type { PackageHostParts } from './package-host.ts';

const list = [{ id: 'panel-own', package: {} }] as unknown as readonly OwnPlugin[];

it('asks again for what follows packages when it did not come, and says so', async () => {
  const problems: string[] = [];
  const followed: (readonly OwnPlugin[])[] = [];
  let tries = 0;
  const follow = followPackages({ onProblem: (_id, [problem = '']) => void problems.push(problem) } as PackageHostParts, async () => {
    tries++;
    if (tries === 1) throw new TypeError('the connection was lost');
    return async (one) => void followed.push(one);
  });
  await follow([]);
  expect(tries, 'nothing is loaded before the first package').toBe(0);
  await follow(list);
  expect([followed, problems]).toEqual([[], ['the connection was lost']]);
  await follow(list);
  await follow([]);
  expect([followed, tries]).toEqual([[list, []], 2]);
});
