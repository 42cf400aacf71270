import { describe, expect, it } from 'vitest';
import { WrittenRecordings } from '../../../tests/kit/recordings/written-recordings.ts';
import { fundedRange, fundingHeader, missingFunding, readFunding } from './funding-recording.ts';

const hourMs = 3_600_000;
const read = (rows: readonly string[]) =>
  readFunding(new WrittenRecordings({ 'funding/some_linear/BTCUSDT.csv.gz': [fundingHeader, ...rows] }), 'some_linear', 'BTCUSDT');
const at = async (hours: readonly number[]) => {
  const series = await read(hours.map((hour) => `${hour * hourMs},0.0001`));
  if (series === null) throw new Error('there is a file');
  return series;
};

describe('recorded funding', () => {
  it('is read with signed rates, and has none where there is no file', async () => {
    expect(await read(['8,0.0001', '16,-0.00003'])).toMatchObject({ timesMs: [8, 16], rates: ['0.0001', '-0.00003'] });
    expect(await readFunding(new WrittenRecordings({}), 'some_linear', 'BTCUSDT')).toBeNull();
  });

  it.each([
    [['16,0.0001', '8,0.0001'], /:3: funding_time 8 does not follow/],
    [['8,much'], /:2: rate is not a decimal: 'much'/],
    [['x,0'], /funding_time/],
  ])('says where %j is no funding', async (rows, problem) => {
    await expect(read(rows)).rejects.toThrow(problem);
  });

  it('is known from a step before its first to a step after its last', async () => {
    expect(fundedRange(await at([8, 16]))).toEqual({ fromMs: 1, toMs: 24 * hourMs - 1 });
    expect(fundedRange(await at([8]))).toBeNull();
  });

  it('finds what is missing before, after and inside, and lets exchanges change their step', async () => {
    const whole = await at([8, 16, 24, 28, 32, 33, 34]);
    expect(missingFunding(whole, 1, 35 * hourMs - 1)).toBeNull();
    expect(missingFunding(whole, 0, hourMs)).toBe(0);
    expect(missingFunding(whole, 1, 35 * hourMs)).toBe(35 * hourMs);
    const holed = await at([1, 2, 3, 5, 6]);
    expect(missingFunding(holed, hourMs, 6 * hourMs)).toBe(4 * hourMs);
    expect(missingFunding(holed, hourMs, 4 * hourMs - 1)).toBeNull();
    expect(missingFunding(holed, 5 * hourMs, 6 * hourMs)).toBeNull();
    expect(missingFunding(await at([8, 24, 32]), 8 * hourMs, 32 * hourMs)).toBe(16 * hourMs);
  });
});
