import { type Static, Type } from '@sinclair/typebox';
import { strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const DeviceId = Type.String({ minLength: 36, maxLength: 36, pattern: '^[0-9a-f-]+$' });
const tag = 'Notices';

export const NoticeDeviceView = strict({
  device_id: DeviceId,
  name: Type.String({ maxLength: 60 }),
  /** Where it takes them, by which a browser knows itself. */
  endpoint: Type.String(),
  added_time: TimeMs,
});

export const NoticeWaysView = strict({
  /** The person has an address, and mails go by themselves. */
  mail: Type.Boolean(),
  /** The same of his telephone and text messages. */
  sms: Type.Boolean(),
  /** The house's public key for `PushManager.subscribe`, 65 bytes of P-256, base64url. */
  push_key: Type.String(),
  devices: Type.Array(NoticeDeviceView),
});
export type NoticeWaysView = Static<typeof NoticeWaysView>;

export const noticeRoutes = {
  noticeWays: route({
    method: 'GET',
    path: '/user/notice/ways',
    tag,
    summary: 'By which ways the caller can be told of things: his mail, his telephone, his devices',
    access: 'session',
    rate: 'read',
    reply: NoticeWaysView,
  }),
  noticeDeviceAdd: route({
    method: 'POST',
    path: '/user/notice/device/add',
    tag,
    summary: 'Tells this browser by Web Push from now on, also while no page is open',
    access: 'session',
    rate: 'save',
    body: strict({
      endpoint: Type.String({ minLength: 10, maxLength: 1_000, pattern: '^https?://' }),
      p256dh: Type.String({ minLength: 87, maxLength: 88, pattern: '^[A-Za-z0-9_-]+=?$' }),
      auth: Type.String({ minLength: 22, maxLength: 24, pattern: '^[A-Za-z0-9_-]+={0,2}$' }),
      name: Type.String({ maxLength: 60 }),
    }),
    reply: NoticeDeviceView,
  }),
  noticeDeviceRemove: route({
    method: 'POST',
    path: '/user/notice/device/remove',
    tag,
    summary: 'Sends nothing more to a device, also to one that is not there',
    access: 'session',
    rate: 'save',
    body: strict({ device_id: DeviceId }),
    reply: Type.Null(),
  }),
  noticeTry: route({
    method: 'POST',
    path: '/user/notice/try',
    tag,
    summary: "Sends a word to each of the caller's devices, and says how many there are",
    access: 'session',
    rate: 'change',
    body: strict({}),
    reply: strict({ devices: Type.Integer({ minimum: 0 }) }),
  }),
} as const;
