import { describe, expect, it } from 'vitest';
import { peopleRoutes } from '../../../schemas/wire/people.ts';
import { changesBetween, draftOf, draftProblems, emptyDraft, longestReason, reasonProblem, untilMs } from './person-draft.ts';

const now = Date.UTC(2026, 10, 20, 12);

describe('the rules of the fields', () => {
  it('ask as much of a reason as the wire does', () => {
    const reason = peopleRoutes.personCreate.body?.properties.reason;
    const least = reason?.minLength ?? 0;
    expect(longestReason).toBe(reason?.maxLength);
    expect([reasonProblem('x'.repeat(least)), reasonProblem(`${'x'.repeat(least - 1)} `)]).toEqual([{}, { reason: 'reason' }]);
  });

  it('say by field what is wrong, and nothing of what may be empty', () => {
    expect(draftProblems(emptyDraft, now, 'UTC')).toEqual({});
    const wrong = { ...emptyDraft, email: 'ann@firm', phone: '12345678', vip: '2', until: '2026-11-19' };
    expect(draftProblems(wrong, now, 'UTC')).toEqual({ email: 'email', phone: 'phone', until: 'until' });
    expect(draftProblems({ ...wrong, email: 'ann@firm.example', phone: '+85212345678', until: '2026-11-20' }, now, 'UTC')).toEqual({});
  });
});

it('a level holds through its last day in the time zone of whoever reads it', () => {
  const end = untilMs({ vip: '2', until: '2026-12-31' }, 'Asia/Hong_Kong');
  expect(new Date(end ?? 0).toISOString()).toBe('2026-12-31T16:00:00.000Z');
  const person = { role: 'user', vip_level: 2, vip_until: end, product: null, state: 'ACTIVE', email: null, phone: null } as const;
  expect(draftOf(person, 'Asia/Hong_Kong').until).toBe('2026-12-31');
});

describe('a change', () => {
  const before = { ...emptyDraft, vip: '2', until: '2026-12-31', email: 'ann@firm.example' };

  it('names what differs alone, and an emptied address as none', () => {
    expect(changesBetween(before, before, 'UTC')).toEqual({});
    expect(changesBetween(before, { ...before, role: 'risk', email: '' }, 'UTC')).toEqual({ role: 'risk', email: null });
  });

  it('of a version of the product names it, and none where it is taken away', () => {
    expect(changesBetween(before, { ...before, product: 'pro' }, 'UTC')).toEqual({ product: 'pro' });
    expect(changesBetween({ ...before, product: 'pro' }, before, 'UTC')).toEqual({ product: null });
  });

  it('of a level tells its end too, and level 0 has none', () => {
    expect(changesBetween(before, { ...before, vip: '3' }, 'UTC')).toEqual({ vip_level: 3, vip_until: Date.UTC(2027, 0, 1) });
    expect(changesBetween(before, { ...before, vip: '0' }, 'UTC')).toEqual({ vip_level: 0, vip_until: null });
    expect(changesBetween(before, { ...before, until: '' }, 'UTC')).toEqual({ vip_until: null });
  });
});
