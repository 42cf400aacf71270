import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import { type ListPage, PagedList } from './paged-list.ts';

describe('a paged list', () => {
  it('goes on where the last page ended and stops at the end', async () => {
    const cursors: (string | null)[] = [];
    const pages: ListPage<number>[] = [
      { results: [5, 4], next: 'b' },
      { results: [3], next: null },
    ];
    const list = new PagedList<number>(async (cursor) => {
      cursors.push(cursor);
      return accepted(pages[cursors.length - 1] as ListPage<number>);
    });
    await list.more();
    expect([list.items, list.state]).toEqual([[5, 4], 'idle']);
    await list.more();
    await list.more();
    expect([list.items, list.state, cursors]).toEqual([[5, 4, 3], 'done', [null, 'b']]);
  });

  it('keeps what it has when a page fails, and tries that page again', async () => {
    const answers: Outcome<ListPage<number>>[] = [
      accepted({ results: [2], next: 'b' }),
      refused('SERVER_STOPPING'),
      accepted({ results: [1], next: null }),
    ];
    const list = new PagedList<number>(async () => answers.shift() as Outcome<ListPage<number>>);
    await list.more();
    await list.more();
    expect([list.items, list.state, list.error?.code]).toEqual([[2], 'failed', 'SERVER_STOPPING']);
    await list.more();
    expect([list.items, list.state]).toEqual([[2, 1], 'done']);
  });

  it('goes on over pages without a line, is busy all the while, and tries again where one failed', async () => {
    const cursors: (string | null)[] = [];
    const answers: Outcome<ListPage<number>>[] = [
      accepted({ results: [], next: 'b' }),
      accepted({ results: [], next: 'c' }),
      refused('SERVER_STOPPING'),
      accepted({ results: [], next: 'd' }),
      accepted({ results: [1], next: 'e' }),
    ];
    const states: string[] = [];
    const list: PagedList<number> = new PagedList<number>(async (cursor) => {
      cursors.push(cursor);
      states.push(list.state);
      return answers.shift() as Outcome<ListPage<number>>;
    });
    await list.more();
    expect([list.items, list.state]).toEqual([[], 'failed']);
    await list.more();
    expect([list.items, list.state, cursors]).toEqual([[1], 'idle', [null, 'b', 'c', 'c', 'd']]);
    expect(states).toEqual(Array(5).fill('loading'));
  });

  it('asks no further once it is stopped, and goes on from there when it is asked again', async () => {
    const cursors: (string | null)[] = [];
    const list: PagedList<number> = new PagedList<number>(async (cursor) => {
      cursors.push(cursor);
      if (cursors.length === 2) list.stop();
      return accepted({ results: [], next: cursors.length < 4 ? String(cursors.length) : null });
    });
    await list.more();
    expect([list.state, cursors]).toEqual(['idle', [null, '1']]);
    await list.more();
    expect([list.state, cursors]).toEqual(['done', [null, '1', '2', '3']]);
  });

  it('calls off what is under way when it is stopped, which is no failure, and asks for it anew', async () => {
    const cursors: (string | null)[] = [];
    const list: PagedList<number> = new PagedList<number>(async (cursor, signal) => {
      cursors.push(cursor);
      if (cursors.length === 2) list.stop();
      return signal.aborted ? refused('CLIENT_OFFLINE') : accepted({ results: [cursors.length], next: 'b' });
    });
    await list.more();
    await list.more();
    expect([list.items, list.state, list.error]).toEqual([[1], 'idle', null]);
    await list.more();
    expect([list.items, list.state, cursors]).toEqual([[1, 3], 'idle', [null, 'b', 'b']]);
  });

  it('asks once when it is asked twice', async () => {
    let asked = 0;
    const list = new PagedList<number>(async () => {
      asked++;
      return accepted({ results: [], next: null });
    });
    await Promise.all([list.more(), list.more()]);
    expect(asked).toBe(1);
  });
});
