import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets one end before the next begins, also when it fails, and tells each caller of his own alone', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const work = (name: string, fails: boolean) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const answers = await Promise.allSettled([turns.take(work('a', true)), turns.take(work('b', false))]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
