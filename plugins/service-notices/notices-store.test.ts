import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import type { BrowserAddress, PushProblem } from './browser-push.ts';
import { NoticeWaysStore } from './notices-store.ts';

/** A house that keeps devices, and a browser that answers as the test says. */
function place(answer: BrowserAddress | PushProblem) {
  const devices: { device_id: string; name: string; endpoint: string; added_time: number }[] = [];
  const asked: string[] = [];
  let here: string | null = null;
  const api = new FakeApi({
    noticeWays: () => ({ mail: false, sms: false, push_key: 'the-key', devices: [...devices] }),
    noticeDeviceAdd: (input) => {
      const body = input.body as { readonly name: string; readonly endpoint: string };
      const device = { device_id: `d${devices.length}`, name: body.name, endpoint: body.endpoint, added_time: 1 };
      devices.push(device);
      return device;
    },
    noticeDeviceRemove: (input) => {
      const body = input.body as { readonly device_id: string };
      devices.splice(0, devices.length, ...devices.filter(({ device_id: id }) => id !== body.device_id));
      return null;
    },
  });
  const browser = {
    endpointHere: async () => here,
    subscribeHere: async (publicKey: string) => {
      asked.push(publicKey);
      if (typeof answer !== 'string') here = answer.endpoint;
      return answer;
    },
    forgetThisBrowser: async () => {
      here = null;
    },
  };
  return { asked, store: new NoticeWaysStore(api, () => undefined, browser) };
}
const address = { endpoint: 'https://push.example/1', p256dh: 'k', auth: 'a' };

it('gives the browser the key of the house, and tells the house where the browser is', async () => {
  const { asked, store } = place(address);
  await store.load();
  expect([store.isHereOn, store.state]).toEqual([false, 'ready']);
  await store.turnOn('Chrome, Linux');
  expect(asked).toEqual(['the-key']);
  expect(store.ways?.devices.map(({ name }) => name)).toEqual(['Chrome, Linux']);
  expect([store.isHereOn, store.problem, store.busy]).toEqual([true, null, false]);
});

it('lets the browser forget it when this very device is removed', async () => {
  const { store } = place(address);
  await store.load();
  await store.turnOn('');
  await store.remove('d0');
  expect([store.here, store.ways?.devices, store.isHereOn]).toEqual([null, [], false]);
});

it.each(['unsupported', 'denied', 'failed'] as const)('says why a browser cannot be told, and keeps nothing of it: %s', async (problem) => {
  const { store } = place(problem);
  await store.load();
  await store.turnOn('');
  expect([store.problem, store.ways?.devices]).toEqual([problem, []]);
});
