import { expect, it } from 'vitest';
import { FakeStorage } from '../../core/client/testing/fake-storage.ts';
import { FrontMemory } from './front-memory.ts';

it('remembers the panel in front of each workspace over reloads', () => {
  const storage = new FakeStorage();
  new FrontMemory(storage).remember('a', 'chart');
  new FrontMemory(storage).remember('b', 'depth');
  new FrontMemory(storage).remember('a', 'ticket');
  expect([new FrontMemory(storage).frontOf('a'), new FrontMemory(storage).frontOf('b'), new FrontMemory(storage).frontOf('c')]).toEqual([
    'ticket',
    'depth',
    null,
  ]);
});

it('takes damaged storage for none', () => {
  const storage = new FakeStorage();
  for (const damaged of ['{', '7', '[["a"],7]']) {
    storage.setItem('stacked_fronts', damaged);
    expect(new FrontMemory(storage).frontOf('a')).toBeNull();
  }
});
