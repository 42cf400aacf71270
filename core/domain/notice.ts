/** What people are told of without having asked. */
export const noticeKinds = ['deal', 'strategy', 'alert', 'money', 'announcement', 'security', 'approval', 'system'] as const;
export type NoticeSubject = (typeof noticeKinds)[number];

/** Where it reaches them: as a message on an open page, or by a letter. */
export const noticeChannels = ['page', 'push', 'mail', 'sms'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** `computers`: browsers of theirs; `handhelds`: phones and tablets. */
export type NoticeDevices = 'computers' | 'handhelds';

/**
 * By which ways each kind can go. Announcements stand on every page. Who came in is always written by mail too: whoever has taken an account must not be able to
 * silence it.
 */
export const noticeWays: Readonly<Record<NoticeSubject, readonly NoticeChannel[]>> = {
  deal: ['page', 'push', 'mail', 'sms'],
  strategy: ['page', 'push', 'mail', 'sms'],
  alert: ['page', 'push', 'mail', 'sms'],
  money: ['push', 'mail', 'sms'],
  announcement: ['push'],
  security: ['push'],
  approval: ['push', 'mail', 'sms'],
  system: ['push', 'mail', 'sms'],
};

/** Of those who have chosen nothing: everything on the page, and to devices that were set up for it; letters only where asked for. */
const defaults: Readonly<Record<NoticeChannel, boolean>> = { page: true, push: true, mail: false, sms: false };

/** The section of the user's settings that says it: kind → channel → whether. */
export const noticeSection = 'notices';

/** Whether somebody wants to be told of it in this way. What was saved is foreign data. */
export function wantsNotice(saved: unknown, kind: NoticeSubject, channel: NoticeChannel): boolean {
  if (!noticeWays[kind].includes(channel)) return false;
  const chosen = fieldOf(fieldOf(saved, kind), channel);
  return typeof chosen === 'boolean' ? chosen : defaults[channel];
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
