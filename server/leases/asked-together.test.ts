import { expect, it } from 'vitest';
import { askedTogether } from './asked-together.ts';

it('asks once for all who come while a question is under way, and none of them gets its answer', async () => {
  const asked: (() => void)[] = [];
  const ask = askedTogether(() => new Promise<void>((resolve) => asked.push(resolve)));
  const answered: string[] = [];
  const note = (name: string) => ask().then(() => answered.push(name));
  const first = note('first');
  await Promise.resolve();
  const later = [note('second'), note('third')];
  expect(asked).toHaveLength(1);
  asked[0]?.();
  await first;
  await Promise.resolve();
  expect([answered, asked.length]).toEqual([['first'], 2]);
  asked[1]?.();
  await Promise.all(later);
  expect([answered, asked.length]).toEqual([['first', 'second', 'third'], 2]);
});
