import { describe, expect, it } from 'vitest';
import { noticeChannels, noticeKinds, noticeWays, wantsNotice } from './notice.ts';

describe('who has chosen nothing', () => {
  it('is told on the page and on his devices, and by letters of nothing', () => {
    for (const kind of noticeKinds)
      for (const channel of noticeChannels)
        expect([kind, channel, wantsNotice(undefined, kind, channel)]).toEqual([
          kind,
          channel,
          noticeWays[kind].includes(channel) && (channel === 'page' || channel === 'push'),
        ]);
  });
});

it('goes by what was chosen for the kind and the way, and by the usual for whatever else was saved', () => {
  const saved = { alert: { push: false, mail: true, sms: 'yes' }, deal: null };
  expect((['page', 'push', 'mail', 'sms'] as const).map((channel) => wantsNotice(saved, 'alert', channel))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  for (const damaged of [null, 3, 'x', [], { alert: [] }, { __proto__: { alert: { push: false } } }])
    expect(wantsNotice(damaged, 'alert', 'push')).toBe(true);
});

it('sends by no way that a kind does not have, whatever was saved', () => {
  expect(wantsNotice({ announcement: { sms: true } }, 'announcement', 'sms')).toBe(false);
});
