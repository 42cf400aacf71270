import { describe, expect, it } from 'vitest';
import { SampleStore } from './sample-store.ts';

describe('the range of prices', () => {
  it('is empty before the first price', () => {
    const store = new SampleStore();
    store.see(null);
    expect([store.low, store.high]).toEqual([null, null]);
  });

  it('widens with every price outside of it, compared as decimals', () => {
    const store = new SampleStore();
    for (const price of ['9.5', '10', '9.50', '9.25', '9.9']) store.see(price);
    expect([store.low, store.high]).toEqual(['9.25', '10']);
  });
});
