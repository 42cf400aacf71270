import { expect, it } from 'vitest';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import { EventPages, pageSize } from './event-pages.ts';

/** A history that grows at its end. */
class History {
  last = 0;
  asked: (number | undefined)[] = [];
  fails = false;

  grow(count: number): void {
    this.last += count;
  }

  load = async ({ limit, beforeEvent }: { limit: number; beforeEvent?: number }) => {
    this.asked.push(beforeEvent);
    if (this.fails) return refused('CLIENT_OFFLINE');
    const from = (beforeEvent ?? this.last + 1) - 1;
    const ids = Array.from({ length: limit }, (_, at) => from - at).filter((id) => id > 0);
    return accepted(ids.map((eventId) => ({ eventId })));
  };
}

const idsOf = (pages: EventPages<{ eventId: number }>): readonly number[] => pages.items.map(({ eventId }) => eventId);

it('begins with the newest page and goes back to the first line', async () => {
  const history = new History();
  history.grow(pageSize + 20);
  const pages = new EventPages(history.load);
  await pages.more();
  expect([pages.state, pages.items.length]).toEqual(['idle', pageSize]);
  await pages.more();
  expect([pages.state, pages.items.length, pages.items.at(-1)]).toEqual(['done', pageSize + 20, { eventId: 1 }]);
  await pages.more();
  expect(history.asked).toEqual([undefined, 21]);
});

it('puts what happens on top and does not forget that it has been at the beginning', async () => {
  const history = new History();
  history.grow(2);
  const pages = new EventPages(history.load);
  await pages.more();
  history.grow(1);
  await pages.renew();
  expect([idsOf(pages), pages.state]).toEqual([[3, 2, 1], 'done']);
});

it('leaves no hole where more happened than a page holds', async () => {
  const history = new History();
  history.grow(5);
  const pages = new EventPages(history.load);
  await pages.more();
  history.grow(2 * pageSize);
  await pages.renew();
  expect([pages.items.length, pages.state]).toEqual([pageSize, 'idle']);
  await pages.more();
  await pages.more();
  expect(idsOf(pages)).toEqual(Array.from({ length: 2 * pageSize + 5 }, (_, at) => 2 * pageSize + 5 - at));
});

it('keeps what it has when the server fails, and asks once more for all calls that came meanwhile', async () => {
  const history = new History();
  history.grow(1);
  const pages = new EventPages(history.load);
  await pages.more();
  history.fails = true;
  await pages.renew();
  expect([pages.state, pages.items.length]).toEqual(['failed', 1]);
  history.fails = false;
  history.grow(1);
  await Promise.all([pages.renew(), pages.renew(), pages.renew()]);
  expect([idsOf(pages), history.asked.length]).toEqual([[2, 1], 4]);
});

it('asks for what happened while an older page was on its way', async () => {
  const history = new History();
  history.grow(pageSize + 5);
  const pages = new EventPages(history.load);
  await pages.more();
  const older = pages.more();
  history.grow(1);
  await Promise.all([pages.renew(), older]);
  expect([pages.items.length, pages.items[0], pages.state]).toEqual([pageSize + 6, { eventId: pageSize + 6 }, 'done']);
});
