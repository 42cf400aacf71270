import { expect, it } from 'vitest';
import { FrameScheduler, frameBudgetMs } from './frame-scheduler.ts';
import { FakeTimers } from './testing/fake-timers.ts';

const frameMs = 16;

function makeFrames() {
  const timers = new FakeTimers();
  const ran: string[] = [];
  const task =
    (name: string, takesMs = 0) =>
    (): void => {
      ran.push(name);
      timers.advance(takesMs);
    };
  return { frames: new FrameScheduler(timers), timers, ran, task };
}

it('runs a task once per frame, however often it was asked for', () => {
  const { frames, timers, ran, task } = makeFrames();
  const paint = task('paint');
  frames.schedule(paint);
  frames.schedule(paint);
  timers.advance(frameMs);
  expect(ran).toEqual(['paint']);
  timers.advance(10 * frameMs);
  expect(ran).toEqual(['paint']);
});

it('leaves to the next frame, first, what is beyond the budget of this one', () => {
  const { frames, timers, ran, task } = makeFrames();
  frames.schedule(task('long', frameBudgetMs));
  frames.schedule(task('waits'));
  timers.advance(frameMs);
  frames.schedule(task('later'));
  expect(ran).toEqual(['long']);
  timers.advance(frameBudgetMs + frameMs);
  expect(ran).toEqual(['long', 'waits', 'later']);
});

it('runs in the same frame what a task asks of others, such as to draw what it delivers', () => {
  const { frames, timers, ran, task } = makeFrames();
  const paint = task('paint');
  frames.schedule(() => {
    ran.push('deliver');
    frames.schedule(paint);
  });
  frames.schedule(task('other'));
  timers.advance(frameMs);
  expect(ran).toEqual(['deliver', 'other', 'paint']);
  timers.advance(10 * frameMs);
  expect(ran).toHaveLength(3);
});

it('runs in the next frame what a task asks for again', () => {
  const { frames, timers, ran } = makeFrames();
  const again = (): void => {
    ran.push('first');
    if (ran.length === 1) frames.schedule(again);
  };
  frames.schedule(again);
  timers.advance(frameMs);
  expect(ran).toEqual(['first']);
  timers.advance(frameMs);
  expect(ran).toEqual(['first', 'first']);
});

it('does not run what was called off, and leaves no frame behind', () => {
  const { frames, timers, ran, task } = makeFrames();
  const paint = task('paint');
  frames.schedule(paint);
  frames.cancel(paint);
  timers.advance(frameMs);
  frames.schedule(task('other'));
  frames.dispose();
  timers.advance(frameMs);
  expect(ran).toEqual([]);
  expect(timers.pending).toBe(0);
});

it('leaves one frame to what others draw, and never two in a row', () => {
  const { frames, timers, ran, task } = makeFrames();
  frames.leaveNext();
  frames.schedule(task('waits'));
  timers.advance(frameMs);
  expect(ran).toEqual([]);
  frames.leaveNext();
  timers.advance(frameMs);
  expect(ran).toEqual(['waits']);
  frames.schedule(task('as ever'));
  timers.advance(frameMs);
  expect(ran).toEqual(['waits', 'as ever']);
});
