import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../tests/kit/market-fixtures.ts';
import { house, WatchedBook, words } from './watched-book.ts';

const title = words('Letters', '信件', '信件');
const texts = { title, remedy: title, anchor: null };
const open = () => {
  const clock = new ManualClock(1_000);
  return { clock, book: new WatchedBook({ clock, logger: silentLogger }) };
};

it('says since when something is not well, and not anew with each look', async () => {
  const { clock, book } = open();
  let state: 'ok' | 'down' = 'ok';
  book.of('kit').addCheck({ id: 'letters', ...texts, read: () => ({ state, detail: null }) });
  const stop = book.start();
  await clock.advance(25_000);
  state = 'down';
  await clock.advance(25_000);
  expect(book.checks()).toMatchObject([{ owner: 'kit', id: 'letters', state: 'down', sinceMs: 31_000 }]);
  await stop();
  expect(clock.timers).toBe(0);
});

it('does not wait for what does not answer, asks it once, and calls it not well', async () => {
  const { clock, book } = open();
  let asked = 0;
  let answer = (_: number): void => undefined;
  const kit = book.of('kit');
  kit.addFigure({
    id: 'deaf',
    title,
    help: 'x',
    unit: 'count',
    group: 'queues',
    read: () => {
      asked++;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  kit.addCheck({ id: 'broken', ...texts, read: () => Promise.reject(new Error('no')) });
  book.of(house).addFigure({ id: 'well', title, help: 'x', unit: 'count', group: 'queues', read: () => 3 });
  const stop = book.start();
  await clock.advance(40_000);
  expect(asked).toBe(1);
  expect(book.figures().map(({ key, value }) => [key, value])).toEqual([
    ['kit/deaf', null],
    ['well', 3],
  ]);
  expect(book.checks()[0]).toMatchObject({ state: 'warn', detail: { en: 'It could not be asked.' } });
  await stop();
  answer(7);
  await new Promise((resolve) => setImmediate(resolve));
  const looking = book.look();
  answer(8);
  await looking;
  expect([asked, book.figures()[0]?.value]).toEqual([2, 8]);
});

it('gives figures of plugins to Prometheus under the name of their plugin, until it ends', async () => {
  const { book } = open();
  const kit = book.of('service-kit');
  kit.addFigure({ id: 'letters-waiting', title, help: 'Letters that wait', unit: 'count', group: 'queues', read: () => Number.NaN });
  expect(() => kit.addFigure({ id: 'letters-waiting', title, help: '', unit: 'count', group: 'queues', read: () => 1 })).toThrow('already');
  expect(() => kit.addFigure({ id: 'Letters!', title, help: '', unit: 'count', group: 'queues', read: () => 1 })).toThrow('no id');
  await book.look();
  expect(book.pluginFigures()).toEqual([{ name: 'tessera_service_kit_letters_waiting', help: 'Letters that wait', value: null }]);
  book.release('service-kit');
  expect([book.pluginFigures(), book.figures()]).toEqual([[], []]);
});
