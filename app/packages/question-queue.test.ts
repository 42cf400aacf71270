import { expect, it } from 'vitest';
import type { FrameQuestion } from './order-question.ts';
import { QuestionQueue } from './question-queue.ts';

const question = (id: number) => ({ kind: 'cancel', order: { orderId: String(id) } }) as FrameQuestion;

it('asks one after the other, and refuses what would pile up', async () => {
  const questions = new QuestionQueue();
  const answers = [1, 2, 3, 4].map((id) => questions.ask(question(id)));
  expect(await answers[3]).toBe(false);
  for (const id of [1, 2, 3]) {
    expect(questions.current).toEqual(question(id));
    questions.answer(true);
  }
  expect(await Promise.all(answers)).toEqual([true, true, true, false]);
  expect(questions.current).toBeNull();
});

it('hears a panel no more after three refusals in a row, until the user lets it ask again', async () => {
  const questions = new QuestionQueue();
  for (let at = 0; at < 2; at++) {
    const answer = questions.ask(question(at));
    questions.answer(false);
    expect(await answer).toBe(false);
  }
  const waiting = [questions.ask(question(5)), questions.ask(question(6))];
  questions.answer(false);
  expect(await Promise.all(waiting)).toEqual([false, false]);
  const muted = questions.ask(question(7));
  expect([questions.current, await muted, questions.isDeaf]).toEqual([null, false, true]);
  questions.hearAgain();
  const heard = questions.ask(question(8));
  expect([questions.current, questions.isDeaf]).toEqual([question(8), false]);
  questions.answer(true);
  expect(await heard).toBe(true);
});

it('says no to all that waits when the panel goes', async () => {
  const questions = new QuestionQueue();
  const answers = [questions.ask(question(1)), questions.ask(question(2))];
  questions.close();
  expect(await Promise.all(answers)).toEqual([false, false]);
});
