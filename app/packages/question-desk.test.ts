import { expect, it } from 'vitest';
import type { Question } from './order-question.ts';
import { QuestionDesk } from './question-desk.ts';

const question = (id: number) => ({ kind: 'cancel', order: { order_id: String(id) } }) as Question;

it('asks one after the other, and refuses what would pile up', async () => {
  const desk = new QuestionDesk();
  const answers = [1, 2, 3, 4].map((id) => desk.ask(question(id)));
  expect(await answers[3]).toBe(false);
  for (const id of [1, 2, 3]) {
    expect(desk.current).toEqual(question(id));
    desk.answer(true);
  }
  expect(await Promise.all(answers)).toEqual([true, true, true, false]);
  expect(desk.current).toBeNull();
});

it('hears a panel no more after three refusals in a row, until the user lets it ask again', async () => {
  const desk = new QuestionDesk();
  for (let at = 0; at < 2; at++) {
    const answer = desk.ask(question(at));
    desk.answer(false);
    expect(await answer).toBe(false);
  }
  const waiting = [desk.ask(question(5)), desk.ask(question(6))];
  desk.answer(false);
  expect(await Promise.all(waiting)).toEqual([false, false]);
  const muted = desk.ask(question(7));
  expect([desk.current, await muted, desk.isDeaf]).toEqual([null, false, true]);
  desk.hearAgain();
  const heard = desk.ask(question(8));
  expect([desk.current, desk.isDeaf]).toEqual([question(8), false]);
  desk.answer(true);
  expect(await heard).toBe(true);
});

it('says no to all that waits when the panel goes', async () => {
  const desk = new QuestionDesk();
  const answers = [desk.ask(question(1)), desk.ask(question(2))];
  desk.close();
  expect(await Promise.all(answers)).toEqual([false, false]);
});
