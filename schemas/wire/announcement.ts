import { type Static, Type } from '@sinclair/typebox';
import type { Audience } from '../../core/domain/audience.ts';
import { announcementLanguages, announcementStates } from '../../core/domain/forms/announcement.ts';
import { nullable, oneOf, ProductVersionName, RoleName, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { route } from './route.ts';

const tag = 'Announcements';

const AnnouncementId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const Language = oneOf(announcementLanguages);

/** Longer than any field may be, so that what is too long is told by the form's own sentence. */
const Typed = Type.Optional(Type.String({ maxLength: 10_000 }));
const TypedText = strict({ title: Typed, text: Typed });

const PublicAnnouncement = strict({
  announcement_id: AnnouncementId,
  /** In which the title and the text are: English where nobody has written them in the language that was asked for. */
  language: Language,
  title: Type.String(),
  text: Type.String(),
  pinned: Type.Boolean(),
  publish_time: TimeMs,
});
export type PublicAnnouncementView = Static<typeof PublicAnnouncement>;

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 200, uniqueItems: true });
const Level = Type.Integer({ minimum: 0, maximum: 3 });
/** Whom it is for: everybody, guests too, or some of those who have an account. */
const AudienceBody = Type.Union([
  strict({ kind: Type.Literal('everybody') }),
  strict({ kind: Type.Literal('roles'), roles: Type.Array(RoleName, { minItems: 1, maxItems: 50, uniqueItems: true }) }),
  strict({ kind: Type.Literal('levels'), from: Level, to: Level }),
  strict({ kind: Type.Literal('versions'), versions: Type.Array(ProductVersionName, { minItems: 1, uniqueItems: true }) }),
  strict({ kind: Type.Literal('users'), usernames: Names }),
]);

const Reach = strict({ users: Type.Integer({ minimum: 0 }), unknown: Type.Array(Type.String()) });
export type AnnouncementReach = Static<typeof Reach>;

const WrittenText = strict({ title: Type.String(), text: Type.String() });
const Announcement = strict({
  announcement_id: AnnouncementId,
  texts: strict({ en: WrittenText, 'zh-CN': Type.Optional(WrittenText), 'zh-TW': Type.Optional(WrittenText) }),
  pinned: Type.Boolean(),
  audience: Type.Unsafe<Audience>(AudienceBody),
  state: oneOf(announcementStates),
  /** Name of the administrator who has written it. */
  author: Type.String(),
  publish_time: TimeMs,
  withdraw_time: nullable(TimeMs),
  updated_time: TimeMs,
});
export type AnnouncementView = Static<typeof Announcement>;

const admins: Access = { roles: ['admin'] };

/** What the house tells everybody. */
export const announcementRoutes = {
  announcementList: route({
    method: 'GET',
    path: '/client/base/announcement/list',
    tag,
    summary: 'What the house has published for everybody, and for the caller: pinned first, then newest first, at most 20',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({ language: Type.Optional(Language) }),
    reply: Type.Array(PublicAnnouncement),
  }),
  adminAnnouncementList: route({
    method: 'GET',
    path: '/admin/announcement/list',
    tag,
    summary: 'All announcements with their states, newest first',
    access: admins,
    rate: 'read',
    reply: Type.Array(Announcement),
  }),
  adminAnnouncementSave: route({
    method: 'POST',
    path: '/admin/announcement/save',
    tag,
    summary: 'Writes an announcement, or changes one; with publishing whoever it is for gets a message of it',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({
      /** Absent: a new one. */
      announcement_id: Type.Optional(AnnouncementId),
      /** Id that a new one gets: sent again with it, after a lost answer, it is written once. Absent: the house chooses. */
      new_id: Type.Optional(AnnouncementId),
      texts: strict({ en: Type.Optional(TypedText), 'zh-CN': Type.Optional(TypedText), 'zh-TW': Type.Optional(TypedText) }),
      pinned: Type.Boolean(),
      /** Absent: as it was, and of a new one everybody. Of one that is published it may not be another. */
      audience: Type.Optional(Type.Unsafe<Audience>(AudienceBody)),
      /** Absent or past: at once. Of one that is published it is over, and may not be given. */
      publish_time: Type.Optional(TimeMs),
    }),
    reply: Announcement,
  }),
  adminAnnouncementReach: route({
    method: 'POST',
    path: '/admin/announcement/reach',
    tag,
    summary: 'How many active users an audience has now, and which of the names that it has are none of theirs',
    access: admins,
    rate: 'read',
    body: strict({ audience: Type.Unsafe<Audience>(AudienceBody) }),
    reply: Reach,
  }),
  adminAnnouncementWithdraw: route({
    method: 'POST',
    path: '/admin/announcement/withdraw',
    tag,
    summary: 'Takes an announcement back, for good; messages that users got of it stay',
    access: admins,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ announcement_id: AnnouncementId }),
    reply: Announcement,
  }),
} as const;
