import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { isPushService } from './push-services.ts';
import { isPushKey, mostPushBytes, sealedPush } from './sealed-push.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const keys = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) };

it('seals the example of the standard to the bytes of the standard', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(bytes(example.sender));
  expect(sealedPush(Buffer.from(example.text), keys, { salt: bytes(example.salt), sender }).toString('base64url')).toBe(example.body);
});

it('seals the same words to other bytes each time, the longest to no more than push services take', () => {
  const [once, again] = [sealedPush(Buffer.from('a'), keys), sealedPush(Buffer.from('a'), keys)] as [Buffer, Buffer];
  expect(once.equals(again)).toBe(false);
  expect(sealedPush(Buffer.alloc(mostPushBytes), keys)).toHaveLength(4096);
});

it('takes only keys that messages can be sealed with', () => {
  expect(isPushKey(keys)).toBe(true);
  expect(isPushKey({ ...keys, auth: Buffer.alloc(15) })).toBe(false);
  // No point of the curve.
  expect(isPushKey({ ...keys, p256dh: Buffer.alloc(65, 4) })).toBe(false);
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://push.own.example/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://me@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com.evil.example/x', false],
  ['https://evilpush.apple.com.example/x', false],
  ['https://127.0.0.1/x', false],
  ['https://10.0.0.5/x', false],
  ['https://localhost/x', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('sends to no machine that is no push service, whatever a user names: %s', (endpoint, is) => {
  expect(isPushService(endpoint, ['https://push.own.example'])).toBe(is);
});
