import { expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { Reading } from './reading.ts';

it('shows the answer to the last question, whichever comes first', async () => {
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const reading = new Reading<string>();
  const read = () => new Promise<Outcome<string>>((resolve) => answers.push(resolve));
  const [first, second] = [reading.ask(read), reading.ask(read)];
  answers[1]?.(accepted('second'));
  await second;
  answers[0]?.(accepted('first'));
  await first;
  expect([reading.value, reading.stale, reading.failed]).toEqual(['second', false, false]);
});

it('keeps what it has while another question is open and when a try fails, and says so', async () => {
  const reading = new Reading<string>();
  await reading.ask(async () => accepted('shown'));
  const asking = reading.ask(async () => refused('SERVER_STOPPING'));
  expect([reading.value, reading.stale]).toEqual(['shown', true]);
  await asking;
  expect([reading.value, reading.failed]).toEqual(['shown', true]);
});
