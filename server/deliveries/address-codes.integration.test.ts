import { expect, it } from 'vitest';
import type { CodePurpose } from '../../core/domain/code-purpose.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { AddressCodes } from './address-codes.ts';

const [minuteMs, hourMs] = [60_000, 60 * 60_000];
const masterKey = Buffer.alloc(32, 9);

await describeStore('codes that prove who reads at an address', (store) => {
  let ids = 0;
  const clock = new ManualClock(1_000_000_000_000);
  const codes = () => new AddressCodes({ store: store(), clock, masterKey, newId: () => `code-${++ids}` });
  let networks = 0;
  /** Each from a network of its own, unless the test says another. */
  const asked = async (address: string, { purpose = 'register' as CodePurpose, ip = `10.0.0.${++networks}`, isTold = true } = {}) => {
    let told = '';
    const made = await codes().make({ purpose, address, ip }, async (code) => {
      told = code;
      return isTold;
    });
    if (!made.ok) throw made.error;
    return told;
  };
  const refusalOf = (work: Promise<unknown>) => work.then(() => 'OK').catch(({ code }: { readonly code: string }) => code);
  const check = (address: string, code: string, purpose: CodePurpose = 'register') => codes().check({ purpose, address, code });
  const outcome = async (...typed: Parameters<typeof check>) => ((await check(...typed)).ok ? 'OK' : 'CODE_WRONG');
  const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('open once, at the address and for the purpose that they were sent for, in letters of any size', async () => {
    const code = await asked('Ann@Firm.example');
    expect(code).toMatch(/^\d{6}$/);
    expect(await outcome('bo@firm.example', code)).toBe('CODE_WRONG');
    expect(await outcome('ann@firm.example', code, 'reset')).toBe('CODE_WRONG');
    const checked = await check('ann@FIRM.example', code);
    expect(checked.ok).toBe(true);
    const id = checked.ok ? checked.value : '';
    const used = await Promise.all([1, 2, 3].map(() => store().transaction(({ sql }) => codes().use(id, sql))));
    expect(used.filter((one) => one)).toHaveLength(1);
    expect(await outcome('ann@firm.example', code)).toBe('CODE_WRONG');
  });

  it('end with the fifth wrong one, of any number that are tried at once', async () => {
    const code = await asked('guessed@firm.example');
    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => outcome('guessed@firm.example', at === 19 ? code : other(code))));
    expect(new Set(tries)).toEqual(new Set(['CODE_WRONG']));
    expect(await outcome('guessed@firm.example', code)).toBe('CODE_WRONG');
  });

  it('end with their ten minutes, and with the next one for the same', async () => {
    const first = await asked('slow@firm.example');
    await clock.advance(minuteMs);
    const second = await asked('slow@firm.example');
    const reset = await asked('slow@firm.example', { purpose: 'reset' });
    if (first !== second) expect(await outcome('slow@firm.example', first)).toBe('CODE_WRONG');
    expect(await outcome('slow@firm.example', second)).toBe('OK');
    expect(await outcome('slow@firm.example', reset, 'reset')).toBe('OK');
    await clock.advance(9 * minuteMs);
    expect(await outcome('slow@firm.example', second)).toBe('OK');
    await clock.advance(minuteMs);
    expect(await outcome('slow@firm.example', second)).toBe('CODE_WRONG');
  });

  it('may be shown again ten times by who corrects himself, and no more', async () => {
    const code = await asked('typo@firm.example');
    const shown: string[] = [];
    for (let at = 0; at < 12; at++) shown.push(await outcome('typo@firm.example', code));
    expect(shown.filter((one) => one === 'OK')).toHaveLength(10);
  });

  it('are never right when something else was told', async () => {
    const code = await asked('owner@firm.example', { isTold: false });
    expect(await outcome('owner@firm.example', code)).toBe('CODE_WRONG');
  });

  it('come to an address once in a minute and five times in an hour, and from a network thirty times', async () => {
    const address = 'flooded@firm.example';
    await asked(address);
    expect(await refusalOf(asked(address))).toBe('RATE_LIMITED');
    for (let at = 0; at < 4; at++) {
      await clock.advance(minuteMs);
      await asked(address);
    }
    await clock.advance(minuteMs);
    expect(await refusalOf(asked(address))).toBe('RATE_LIMITED');
    expect(await refusalOf(asked(address, { purpose: 'reset' }))).toBe('RATE_LIMITED');
    await clock.advance(hourMs);
    await asked(address);
    const ip = '203.0.113.9';
    for (let at = 0; at < 30; at++) await asked(`victim${at}@firm.example`, { ip });
    expect(await refusalOf(asked('victim@firm.example', { ip }))).toBe('RATE_LIMITED');
    const together = await Promise.all(Array.from({ length: 5 }, () => refusalOf(asked('raced@firm.example'))));
    expect(together.filter((one) => one === 'OK')).toHaveLength(1);
  });

  it('leave nothing that could be read in the database, and go after a day', async () => {
    const code = await asked('hidden@firm.example', { ip: '198.51.100.7' });
    const rows = JSON.stringify(await store().sql.run('select * from address_code'));
    for (const secret of ['hidden', '198.51.100', `"${code}"`]) expect(rows).not.toContain(secret);
    await clock.advance(25 * hourMs);
    await codes().forgetting().run(new AbortController().signal);
    expect(await store().sql.run('select * from address_code')).toHaveLength(0);
  });
});
