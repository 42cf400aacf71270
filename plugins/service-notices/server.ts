import { accepted } from '../../core/contract/app-error.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { PUSH, type PushDevice } from '../../core/contract/push.ts';
import { ROUTES, userOf } from '../../core/contract/server-contributions.ts';
import { noticeRoutes } from '../../schemas/wire/notice.ts';

/** Devices of the caller; those of others do not exist. */
export const plugin = definePlugin({
  requires: { routes: ROUTES, push: PUSH },
  setup: ({ services: { routes, push } }) => {
    routes.add(noticeRoutes, {
      noticeWays: async (request) =>
        accepted({ ...push.channels, push_key: push.publicKey, devices: (await push.devicesOf(userOf(request))).map(deviceView) }),
      noticeDeviceAdd: async (request) => {
        const { name, ...address } = request.body;
        const added = await push.add(userOf(request), address, name, request.sessionId);
        return added.ok ? accepted(deviceView(added.value)) : added;
      },
      noticeDeviceRemove: async (request) => {
        await push.remove(userOf(request), request.body.device_id);
        return accepted(null);
      },
      noticeTry: async (request) => accepted({ devices: await push.tryOut(userOf(request)) }),
    });
    return undefined;
  },
});

const deviceView = ({ deviceId, name, endpoint, createdMs }: PushDevice) => ({
  ...{ device_id: deviceId, name, endpoint, added_time: createdMs },
});
