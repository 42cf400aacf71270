import { expect, it } from 'vitest';
import { KeyedTurns, Turns } from './turns.ts';

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

it('lets those of one key wait for one another alone', async () => {
  const turns = new KeyedTurns();
  const seen: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const work = (name: string) => async () => void seen.push(name);
  const held = turns.take('a', () => gate);
  const after = turns.take('a', work('a'));
  await turns.take('b', work('b'));
  expect(seen).toEqual(['b']);
  open();
  await Promise.all([held, after]);
  expect(seen).toEqual(['b', 'a']);
});
